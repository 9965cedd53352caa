import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call goes wrong in one of these ways: the platform has taken what it was sent, or not, and errs or is silent. */
export type Mishap = 'rate-limit' | 'error' | 'hang' | 'drop' | 'take-then-error' | 'take-then-hang' | 'take-then-drop'

/** A call that a platform got. */
export interface PlatformCall {
  /** The name of the call, by which mishaps are asked for. */
  readonly name: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** A platform's answer. */
export interface PlatformAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A platform behaves as these say. */
export interface PlatformBehaviour {
  readonly nameOf: (method: string, path: string) => string
  readonly answer: (call: PlatformCall) => Promise<PlatformAnswer> | PlatformAnswer
  readonly rateLimited: PlatformAnswer
}

/** A chat platform on 127.0.0.1 that can be told to misbehave. */
export interface FakePlatform {
  readonly url: string
  readonly server: Server
  readonly calls: readonly PlatformCall[]
  /** The next calls of that name go wrong in these ways, one after the other. */
  fail(name: string, ...mishaps: readonly Mishap[]): void
  close(): Promise<void>
}

/** Starts a platform on a free port. */
export async function startFakePlatform(behaviour: PlatformBehaviour): Promise<FakePlatform> {
  const calls: PlatformCall[] = []
  const due = new Map<string, Mishap[]>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const name = behaviour.nameOf(request.method ?? '', path)
    const call = { name, path, headers: request.headers, text: await bodyText(request) }
    calls.push(call)
    const mishap = due.get(name)?.shift()
    await respond(behaviour, call, mishap, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    calls,
    fail: (name, ...mishaps) => void due.set(name, [...(due.get(name) ?? []), ...mishaps]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The bytes of a file, by its name: a picture, a PDF, a text, or something else; `5000000.png` is a large one. */
export function platformFile(name: string): Buffer {
  const [size = '', ending = ''] = name.split('.')
  const openings: Readonly<Record<string, string>> = {
    png: '89504e470d0a1a0a',
    jpg: 'ffd8ffe0',
    pdf: Buffer.from('%PDF-1.7 ').toString('hex'),
  }
  const opening = Buffer.from(openings[ending] ?? '', 'hex')
  return Buffer.concat([
    opening,
    /^\d+$/.test(size) ? Buffer.alloc(Number(size), 'x') : Buffer.from(`bytes of ${name}`),
  ])
}

async function respond(
  behaviour: PlatformBehaviour,
  call: PlatformCall,
  mishap: Mishap | undefined,
  response: ServerResponse,
): Promise<void> {
  if (mishap === 'rate-limit') return write(response, behaviour.rateLimited)
  const taken = mishap === undefined || mishap.startsWith('take') ? await behaviour.answer(call) : undefined
  if (taken !== undefined && mishap === undefined) return write(response, taken)
  if (mishap?.endsWith('error')) return write(response, { status: 500, body: { ok: false, error_code: 500 } })
  if (mishap?.endsWith('drop')) response.destroy()
  // What is left hangs until the server is closed.
}

function write(response: ServerResponse, { status = 200, headers = {}, body }: PlatformAnswer): void {
  const isBytes = body instanceof Uint8Array
  response.writeHead(status, { 'content-type': isBytes ? 'application/octet-stream' : 'application/json', ...headers })
  response.end(isBytes ? body : JSON.stringify(body))
}

async function bodyText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
