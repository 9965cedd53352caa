import type { BridgeAdapter, BridgeMessage, BridgePost, BridgeWebhookOptions } from './bridge-adapter.ts'

/** Adapters of the Chat SDK call these of their host. */
interface AdapterHost {
  getUserName(): string
  getState(): Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>
  getLogger(): { warn(text: string): void; child(name: string): unknown }
  processMessage(adapter: unknown, threadId: string, message: unknown, options?: BridgeWebhookOptions): Promise<void>
  handleIncomingMessage(adapter: unknown, threadId: string, message: unknown): Promise<void>
  processSlashCommand(event: object, options?: BridgeWebhookOptions): Promise<void> | void
  processReaction(event: object): Promise<void> | void
}

/** Adapters differ in what they do with their host's answer: they look at it, they do not, or they hide failures. */
export type AdapterManners = 'awaits' | 'ignores' | 'swallows' | 'factory'

/** An adapter with its platform. */
export interface FakeAdapter extends BridgeAdapter {
  readonly posted: { readonly threadId: string; message: BridgePost }[]
  typed: number
  host: AdapterHost | undefined
  /** The next call of the platform throws this. */
  failure: unknown
}

/** A message of Ada. */
export function bridgeMessage(id: string, more: Partial<BridgeMessage> = {}): BridgeMessage {
  const author = { userId: 'ada', userName: 'ada', fullName: 'Ada', isBot: false, isMe: false }
  return { id, text: `message ${id}`, author, metadata: { dateSent: new Date(5000) }, ...more }
}

/** Makes an adapter whose webhook takes `{ threadId, message }`, `{ command }` or `{ reaction }`. */
export function fakeAdapter(manners: AdapterManners = 'awaits'): FakeAdapter {
  const adapter: FakeAdapter = {
    name: 'fake',
    userName: 'pal',
    posted: [],
    typed: 0,
    host: undefined,
    failure: undefined,
    async initialize(host: AdapterHost) {
      adapter.host = host
    },
    async handleWebhook(request, options) {
      const body = await request.json()
      if (adapter.host === undefined) return new Response('OK')
      if (body.command !== undefined) await adapter.host.processSlashCommand(body.command, options)
      if (body.reaction !== undefined) await adapter.host.processReaction(body.reaction)
      if (body.message !== undefined) await handOver(adapter, body, manners, options)
      return new Response('OK')
    },
    postMessage: (threadId, message) => post(adapter, threadId, message),
    postChannelMessage: (channelId, message) => post(adapter, `whole ${channelId}`, message),
    async editMessage(_threadId, id, message) {
      fail(adapter)
      const posted = adapter.posted[Number(id)]
      if (posted !== undefined) posted.message = message
    },
    async startTyping() {
      adapter.typed++
    },
    channelIdFromThreadId: (threadId) => threadId.split(':').slice(0, 2).join(':'),
    isDM: (threadId) => threadId.startsWith('fake:D'),
  }
  return adapter
}

async function handOver(
  adapter: FakeAdapter,
  { threadId, message: said }: { readonly threadId: string; readonly message: BridgeMessage },
  manners: AdapterManners,
  options: BridgeWebhookOptions | undefined,
): Promise<void> {
  const { host } = adapter
  const message = { ...said, metadata: { dateSent: new Date(5000) } }
  await adapter.startTyping?.(threadId)
  if (manners === 'awaits') await host?.processMessage(adapter, threadId, message, options)
  if (manners === 'factory') await host?.processMessage(adapter, threadId, async () => message, options)
  if (manners === 'ignores') void host?.processMessage(adapter, threadId, message, options)
  if (manners === 'swallows') await host?.handleIncomingMessage(adapter, threadId, message).catch(() => undefined)
}

async function post(adapter: FakeAdapter, threadId: string, message: BridgePost): Promise<{ readonly id: string }> {
  fail(adapter)
  adapter.posted.push({ threadId, message })
  return { id: String(adapter.posted.length - 1) }
}

function fail(adapter: FakeAdapter): void {
  const { failure } = adapter
  adapter.failure = undefined
  if (failure !== undefined) throw failure
}
