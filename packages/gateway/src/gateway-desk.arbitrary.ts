import { conversationId, type GatewayStore } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import type { Channel, Inbound, PutInbound } from './channels/channel.ts'
import { createGateway, type Gateway } from './create-gateway.ts'
import type { GatewayOptions } from './gateway-options.ts'
import { type Behave, createStubAgents, type StubAgents } from './stub-agents.arbitrary.ts'

/** A gateway that listens, with all around it. */
export interface GatewayDesk {
  readonly gateway: Gateway
  readonly store: GatewayStore
  readonly agents: StubAgents
  readonly url: string
  readonly faults: unknown[]
  call(path: string, init?: RequestInit): Promise<{ status: number; body: unknown; headers: Headers }>
  say(
    id: string,
    text: string,
    init?: { query?: string; headers?: Record<string, string> },
  ): ReturnType<GatewayDesk['call']>
}

export interface DeskSetup {
  readonly behave?: Behave
  readonly options?: GatewayOptions
  readonly channels?: readonly Channel[]
  readonly store?: GatewayStore
}

const open: Gateway[] = []

export async function openDesk(setup: DeskSetup = {}): Promise<GatewayDesk> {
  const store = setup.store ?? createMemoryStore()
  const agents = createStubAgents(store, setup.behave)
  const faults: unknown[] = []
  const reader = { view: async (id: string) => ({ messages: [{ role: 'user', content: id }] }) }
  const gateway = createGateway(
    { store, openAgent: agents.openAgent, reader, channels: setup.channels ?? [], now: Date.now },
    { graceMs: 200, sweepMs: 100, onFault: (error) => faults.push(error), ...setup.options },
  )
  open.push(gateway)
  const { url } = await gateway.start()
  const call: GatewayDesk['call'] = async (path, init) => {
    const response = await fetch(url + path, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }
  const say: GatewayDesk['say'] = (id, text, { query = '?wait=1', headers = {} } = {}) =>
    call(`/v1/conversations/${id}/messages${query}`, post({ text }, headers))
  return { gateway, store, agents, url, faults, call, say }
}

export async function closeDesks(): Promise<void> {
  await Promise.all(open.splice(0).map((gateway) => gateway.stop(AbortSignal.abort())))
}

export function post(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

/** Waits until something is so. */
export async function until(isSo: () => boolean | Promise<boolean>, ms = 10_000): Promise<void> {
  for (const end = Date.now() + ms; !(await isSo()); ) {
    if (Date.now() > end) throw new Error('It never was so.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** The texts that were said in a conversation, in order. */
export async function textsOf(store: GatewayStore, id: string): Promise<readonly string[]> {
  const all = await store.originals(conversationId(id))
  return all.map(({ message }) => message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''))
}

/** A platform that keeps what it is sent. */
export interface FakePlatform extends Channel {
  put: PutInbound
  /** What people see, by the platform's ids. */
  readonly shown: Map<string, string>
  /** Each call, e.g. `send hello`. */
  readonly calls: string[]
  /** Is asked before each call; what it throws is thrown. */
  before: (call: string) => void
}

export function fakePlatform(
  name: string,
  about: { limit?: number; canEdit?: boolean; isExclusive?: boolean } = {},
): FakePlatform {
  const shown = new Map<string, string>()
  const calls: string[] = []
  const act = (call: string) => {
    calls.push(call)
    platform.before(call)
  }
  const platform: FakePlatform = {
    name,
    limit: about.limit ?? 2_000,
    isExclusive: about.isExclusive ?? false,
    shown,
    calls,
    before: () => {},
    put: async () => {},
    start: async (put) => {
      platform.put = put
      calls.push('start')
    },
    stop: async () => {
      calls.push('stop')
    },
    send: async (_, text) => {
      act(`send ${text}`)
      const id = `m${shown.size}`
      shown.set(id, text)
      return id
    },
    ...(about.canEdit === true && {
      edit: async (_: string, id: string, text: string) => {
        act(`edit ${text}`)
        shown.set(id, text)
      },
    }),
    webhook: async (request) => {
      await platform.put([(await request.json()) as Inbound])
      return new Response('ok')
    },
  }
  return platform
}

let said = 0

export function inbound(about: Partial<Inbound> & { readonly channel: string; readonly text: string }): Inbound {
  said++
  return {
    source: `${about.channel}:${said}`,
    thread: 'chat',
    from: 'ann',
    isGroup: false,
    isMention: true,
    at: Date.now(),
    ...about,
  }
}
