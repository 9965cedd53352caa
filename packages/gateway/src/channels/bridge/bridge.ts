import { AsyncLocalStorage } from 'node:async_hooks'
import type { Channel, Inbound, PutInbound } from '../channel.ts'
import type { BridgeAdapter, BridgePost, BridgeWebhookOptions } from './bridge-adapter.ts'
import { bridgeFailure } from './bridge-failure.ts'
import { createBridgeHost } from './bridge-host.ts'
import { type BridgePlace, bridgeCommand, bridgeInbound } from './bridge-inbound.ts'

/** Settings of a bridge. */
export interface BridgeOptions {
  /** Characters that one message may hold: adapters cut what is longer. */
  readonly limit: number
  /** True when the adapter polls or holds a socket, so that only one process may run it. @default false */
  readonly isExclusive?: boolean
  /** True to send Markdown, which the adapter turns into what its platform wants. @default false */
  readonly isMarkdown?: boolean
  /** The bot's name, for adapters that do not know better. @default the channel's name */
  readonly userName?: string
  /** Tokens that must not appear in errors. */
  readonly secrets?: readonly string[]
  /** The time in milliseconds since 1970. @default Date.now */
  readonly now?: () => number
  /** Hears of failures after which the platform delivers again. */
  readonly onTrouble?: (error: Error) => void
}

interface BridgeState {
  readonly name: string
  readonly adapter: BridgeAdapter
  readonly options: BridgeOptions
  /** The webhook at hand waits for these. There is none while an adapter polls. */
  readonly tasks: AsyncLocalStorage<Promise<unknown>[]>
  /** The last put of each thread, for adapters hand over several messages at once. */
  readonly lanes: Map<string, Promise<void>>
  put?: PutInbound
}

/** Makes an adapter of the Chat SDK a channel. All its packages must have the same version. */
export function createBridgeChannel(name: string, adapter: BridgeAdapter, options: BridgeOptions): Channel {
  const state: BridgeState = { name, adapter, options, tasks: new AsyncLocalStorage(), lanes: new Map() }
  const { secrets = [], isExclusive = false, limit, userName = name } = options
  const host = createBridgeHost({
    userName,
    takeMessage: (threadId, message, work) =>
      take(state, placeOf(state, threadId), work, async (place) =>
        bridgeInbound(place, typeof message === 'function' ? await message() : message),
      ),
    takeCommand: (command, work) =>
      take(state, placeOf(state, command.channelId), work, async (place) => bridgeCommand(place, command)),
  })
  const startTyping = silenced(adapter)
  return {
    name,
    limit,
    isExclusive,
    async start(put) {
      state.put = put
      try {
        await adapter.initialize(host as never)
      } catch (error) {
        throw bridgeFailure(name, error, secrets)
      }
    },
    async stop() {
      delete state.put
      await adapter.disconnect?.()
    },
    webhook: (request) => receive(state, request),
    ...sendingSide(state),
    ...(startTyping && { typing: (thread) => startTyping(thread).catch(() => undefined) }),
  }
}

/** Some adapters type by themselves for every message that comes in, which would keep the platform waiting for us. */
function silenced(adapter: BridgeAdapter): BridgeAdapter['startTyping'] {
  const startTyping = adapter.startTyping?.bind(adapter)
  if (startTyping !== undefined) adapter.startTyping = async () => undefined
  return startTyping
}

function placeOf({ name, adapter, options: { now = Date.now } }: BridgeState, threadId: string): BridgePlace {
  return { name, adapter, threadId, nowMs: now() }
}

/**
 * Puts after what the same thread put before. A webhook waits for it through `tasks` and gets no rejection to handle,
 * for some adapters do not look; while polling there is nobody else to tell, so the adapter hears of it.
 */
async function take(
  state: BridgeState,
  place: BridgePlace,
  work: BridgeWebhookOptions | undefined,
  read: (place: BridgePlace) => Promise<Inbound | undefined>,
): Promise<void> {
  const task = putInLane(state, place.threadId, () => read(place))
  const tasks = state.tasks.getStore()
  if (tasks === undefined) {
    work?.waitUntil?.(task)
    return task
  }
  tasks.push(task)
  await Promise.allSettled([task])
}

/** A put that waits behind one that fails, fails with it: otherwise it would overtake what comes again. */
async function putInLane(
  state: BridgeState,
  threadId: string,
  read: () => Promise<Inbound | undefined>,
): Promise<void> {
  const { lanes } = state
  const before = lanes.get(threadId)
  const putNext = async () => {
    await before
    const inbound = await read()
    if (state.put === undefined) throw new Error('The channel has not been started.')
    if (inbound !== undefined) await state.put([inbound])
  }
  const done = putNext()
  lanes.set(threadId, done)
  try {
    await done
  } finally {
    if (lanes.get(threadId) === done) lanes.delete(threadId)
  }
}

async function receive(state: BridgeState, request: Request): Promise<Response> {
  const { name, adapter, options } = state
  // Before they are initialized some adapters say 200 to everything.
  if (state.put === undefined) return new Response(undefined, { status: 503 })
  const tasks: Promise<unknown>[] = []
  try {
    const waitUntil = (task: Promise<unknown>) => {
      tasks.push(task)
      // It is awaited below, perhaps only after it was rejected.
      task.catch(() => undefined)
    }
    const response = await state.tasks.run(tasks, () => adapter.handleWebhook(request, { waitUntil }))
    // A task may add others.
    for (let done = 0; done < tasks.length; done++) await tasks[done]
    return response
  } catch (error) {
    options.onTrouble?.(bridgeFailure(name, error, options.secrets ?? []))
    await Promise.allSettled(tasks)
    return new Response(undefined, { status: 503 })
  }
}

function sendingSide({ name, adapter, options }: BridgeState): Pick<Channel, 'send' | 'edit'> {
  const { secrets = [], isMarkdown = false } = options
  const postOf = (text: string): BridgePost => (isMarkdown ? { markdown: text } : { raw: text })
  const post = (thread: string, text: string) =>
    isWholeChannel(adapter, thread) && adapter.postChannelMessage !== undefined
      ? adapter.postChannelMessage(thread, postOf(text))
      : adapter.postMessage(thread, postOf(text))
  const edit = async (thread: string, id: string, text: string) => {
    try {
      await adapter.editMessage?.(thread, id, postOf(text))
    } catch (error) {
      const failure = bridgeFailure(name, error, secrets)
      if (!failure.message.includes('message is not modified')) throw failure
    }
  }
  return {
    async send(thread, text) {
      try {
        return (await post(thread, text)).id
      } catch (error) {
        throw bridgeFailure(name, error, secrets)
      }
    },
    ...(adapter.editMessage === undefined ? {} : { edit }),
  }
}

/** Commands come from a channel as a whole, which has no thread to post to. */
function isWholeChannel(adapter: BridgeAdapter, thread: string): boolean {
  try {
    return adapter.channelIdFromThreadId?.(thread) === thread
  } catch {
    return false
  }
}
