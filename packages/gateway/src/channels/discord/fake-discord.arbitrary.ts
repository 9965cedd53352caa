import { type WebSocket, WebSocketServer } from 'ws'
import {
  type FakePlatform,
  type PlatformAnswer,
  type PlatformCall,
  platformFile,
  startFakePlatform,
} from '../fake-platform.arbitrary.ts'

/** A token as Discord makes them. */
export const discordToken = 'Nzc3.FakeTokenThatMustNeverBeSeen'

/** A message that the bot sent. */
export interface DiscordSent {
  readonly id: string
  readonly channel: string
  readonly nonce: string
  content: string
}

/** Discord, with its gateway. */
export interface FakeDiscord extends FakePlatform {
  readonly gatewayUrl: string
  readonly sent: readonly DiscordSent[]
  /** The sequences that resumes began from. */
  readonly resumes: readonly number[]
  readonly identifies: readonly unknown[]
  /** Somebody says something; whoever is connected hears it, and whoever resumes later. */
  say(content: string, more?: object): string
  /** Something else happens, e.g. `MESSAGE_UPDATE`. */
  tell(type: string, data: object): void
  /** Cuts all connections, with a code or, as a failing network does, without. */
  cut(code?: number): void
  /** The next connections break before they stand. */
  turnAway(times: number): void
  /** Ends the session: resuming is refused from now on. */
  endSession(): void
}

interface Gateway {
  readonly live: Set<WebSocket>
  readonly events: { s: number; t: string; d: unknown }[]
  readonly resumes: number[]
  readonly identifies: unknown[]
  session: number
  isEnded: boolean
}

/** Starts a Discord whose bot is `777`, and which asks to wait for so long where a rate is exceeded. */
export async function startFakeDiscord(retrySeconds = 7): Promise<FakeDiscord> {
  const sent: DiscordSent[] = []
  const platform = await startFakePlatform({
    nameOf: (method, path) =>
      path.startsWith('/attachments/') ? 'file' : `${method} ${path.split('/').at(-1)?.replace(/^\d+$/u, 'message')}`,
    answer: (call) => rest(call, sent, platform.url.replace('http', 'ws')),
    rateLimited: {
      status: 429,
      headers: { 'retry-after': `${retrySeconds}`, 'x-ratelimit-scope': 'user' },
      body: { message: 'You are being rate limited.', retry_after: retrySeconds, global: false },
    },
  })
  const gatewayUrl = platform.url.replace('http', 'ws')
  const gateway: Gateway = { live: new Set(), events: [], resumes: [], identifies: [], session: 0, isEnded: true }
  const server = new WebSocketServer({ noServer: true })
  let turnedAway = 0
  platform.server.on('upgrade', (request, stream, head) => {
    if (turnedAway-- > 0) stream.destroy()
    else server.handleUpgrade(request, stream, head, (socket) => serve(socket, gateway, gatewayUrl))
  })
  return {
    ...platform,
    gatewayUrl,
    sent,
    resumes: gateway.resumes,
    identifies: gateway.identifies,
    say: (content, more) => say(gateway, content, more),
    tell: (type, data) => dispatch(gateway, type, data),
    cut(code) {
      for (const socket of server.clients) code === undefined ? socket.terminate() : socket.close(code)
    },
    turnAway(times) {
      turnedAway = times
    },
    endSession() {
      gateway.isEnded = true
    },
    async close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
      await platform.close()
    },
  }
}

function serve(socket: WebSocket, gateway: Gateway, url: string): void {
  const reply = (payload: object) => socket.send(JSON.stringify(payload))
  reply({ op: 10, d: { heartbeat_interval: 45_000 } })
  socket.on('message', (data) => {
    const { op, d } = JSON.parse(String(data))
    if (op === 1) reply({ op: 11 })
    if (op === 2) identify(gateway, d, socket, url)
    if (op === 6) resume(gateway, d, socket)
  })
  socket.on('close', (code) => {
    gateway.live.delete(socket)
    // By Discord's documentation a client that closes with 1000 or 1001 ends its session.
    if (code === 1000 || code === 1001) gateway.isEnded = true
  })
}

function identify(gateway: Gateway, d: { readonly token: string }, socket: WebSocket, url: string): void {
  gateway.identifies.push(d)
  if (d.token !== discordToken) {
    socket.close(4004)
    return
  }
  gateway.session++
  gateway.isEnded = false
  gateway.events.length = 0
  gateway.live.add(socket)
  const user = { id: '777', username: 'pal' }
  dispatch(gateway, 'READY', { session_id: `session-${gateway.session}`, resume_gateway_url: url, user })
}

function resume(gateway: Gateway, d: { readonly seq: number; readonly session_id: string }, socket: WebSocket): void {
  gateway.resumes.push(d.seq)
  if (gateway.isEnded || d.session_id !== `session-${gateway.session}`) {
    socket.send(JSON.stringify({ op: 9, d: false }))
    return
  }
  for (const event of gateway.events.filter(({ s }) => s > d.seq)) socket.send(JSON.stringify({ op: 0, ...event }))
  gateway.live.add(socket)
  dispatch(gateway, 'RESUMED', {})
}

function dispatch(gateway: Gateway, t: string, d: unknown): void {
  const event = { s: gateway.events.length + 1, t, d }
  gateway.events.push(event)
  for (const socket of gateway.live) socket.send(JSON.stringify({ op: 0, ...event }))
}

let lastMessage = 100_000_000_000_000_000n

function say(gateway: Gateway, content: string, more: object = {}): string {
  const id = String(++lastMessage)
  const message = {
    id,
    channel_id: '200000000000000001',
    type: 0,
    content,
    timestamp: '2023-11-14T22:13:20.000Z',
    author: { id: '42', username: 'ada', global_name: 'Ada' },
    mentions: [],
    ...more,
  }
  dispatch(gateway, 'MESSAGE_CREATE', message)
  return id
}

function rest({ name, path, text, headers }: PlatformCall, sent: DiscordSent[], gatewayUrl: string): PlatformAnswer {
  if (name === 'file') return { body: platformFile(path.split('/').at(-1) ?? '') }
  if (headers.authorization !== `Bot ${discordToken}`)
    return { status: 401, body: { message: '401: Unauthorized', code: 0 } }
  const [, , , channel = ''] = path.split('/')
  if (name === 'GET bot') {
    const limit = { total: 1000, remaining: 1000, reset_after: 60_000, max_concurrency: 1 }
    return { body: { url: gatewayUrl, shards: 1, session_start_limit: limit } }
  }
  if (name === 'POST typing') return { status: 204, body: undefined }
  const { content, nonce } = JSON.parse(text)
  if (channel === '200000000000000403') return { status: 403, body: { message: 'Missing Access', code: 50001 } }
  if (name === 'PATCH message') {
    const message = sent.find(({ id }) => path.endsWith(id))
    if (message === undefined) return { status: 404, body: { message: 'Unknown Message', code: 10008 } }
    message.content = content
    return { body: message }
  }
  const known = sent.find((message) => message.nonce === nonce)
  const message = known ?? { id: String(++lastMessage), channel, nonce, content }
  if (known === undefined) sent.push(message)
  return { body: message }
}
