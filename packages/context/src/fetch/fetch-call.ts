import type { WireFormat } from '../wire/wire-body.ts'

/** A call of a client that carries a history. */
export interface FetchCall {
  readonly url: string
  readonly format: WireFormat
  readonly headers: Headers
  readonly body: object
  readonly signal: AbortSignal | undefined
}

/** The header by which a client names the conversation of one request. It is never sent. */
export const conversationHeader = 'x-palimpsest-conversation'

type Input = Parameters<typeof globalThis.fetch>[0]
type Init = Parameters<typeof globalThis.fetch>[1]

/** Reads a call as far as it concerns us; `undefined` for all others, of which nothing is read. */
export async function readFetchCall(input: Input, init: Init): Promise<FetchCall | undefined> {
  const request = input instanceof Request ? input : undefined
  const method = init?.method ?? request?.method ?? 'GET'
  const url = request?.url ?? String(input)
  const format = formatOf(url)
  if (format === undefined || method.toUpperCase() !== 'POST') return undefined
  const headers = headersOf(input, init)
  if (headers.has('content-encoding')) return undefined
  const text = init?.body === undefined || init.body === null ? await textOf(request) : plainText(init.body)
  const body = text === undefined ? undefined : parsed(text)
  if (body === undefined) return undefined
  return { url, format, headers, body, signal: init?.signal ?? request?.signal ?? undefined }
}

/** The headers of a call without our own. */
export function headersOf(input: Input, init: Init): Headers {
  return new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
}

/** The endpoints that take a history, wherever they are: at the vendor, behind a proxy, on Bedrock or Vertex. */
const endpoints: readonly (readonly [RegExp, WireFormat])[] = [
  [/\/messages$/, 'anthropic'],
  [/:(?:stream)?rawpredict$/i, 'anthropic'],
  [/\/invoke(?:-with-response-stream)?$/, 'anthropic'],
  [/\/chat\/completions$/, 'openai-chat'],
  [/\/responses$/, 'openai-responses'],
]

function formatOf(url: string): WireFormat | undefined {
  const path = url.replace(/[?#].*$/s, '')
  return endpoints.find(([pattern]) => pattern.test(path))?.[1]
}

async function textOf(request: Request | undefined): Promise<string | undefined> {
  return request?.body === null || request === undefined ? undefined : request.clone().text()
}

/** Streams and forms are left alone: to read them would be to use them up. */
function plainText(body: unknown): string | undefined {
  if (typeof body === 'string') return body
  if (body instanceof ArrayBuffer) return new TextDecoder().decode(body)
  return ArrayBuffer.isView(body) ? new TextDecoder().decode(body) : undefined
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
