import { Client, type Pool } from 'pg'

/** A connection of its own on which others' notifications come in. */
export interface Listener {
  /** Begins to listen, once. */
  start(): void
  end(): Promise<void>
}

export interface ListenerOptions {
  /** The pool whose server is listened to; its own connections change hands too often to listen on. */
  readonly pool: Pool
  readonly channel: string
  onPayload(payload: string): void
  /** It listens from now on; what was said before, nobody knows. */
  onListening(): void
}

/** Waiting times between tries; the longest is still short for a server that restarts. */
const leastWaitMs = 100
const mostWaitMs = 10_000
/** A server that does not answer must not hold up who leaves. */
const leaveMs = 1_000

/**
 * Listens on a connection that is replaced when it breaks. Nothing is ever thrown: where listening is not possible, as
 * behind a pooler of transactions, nothing comes in, and those who wait look by themselves.
 */
export function createListener({ pool, channel, onPayload, onListening }: ListenerOptions): Listener {
  let client: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let state: 'new' | 'started' | 'ended' = 'new'
  let waitMs = leastWaitMs

  const lose = (lost: Client): void => {
    if (client !== lost) return
    client = undefined
    void quietly(() => lost.end())
    if (state === 'ended') return
    timer = setTimeout(listen, waitMs)
    timer.unref()
    waitMs = Math.min(waitMs * 2, mostWaitMs)
  }
  const listen = (): void => {
    const next = clientOf(pool)
    if (next === undefined) return
    client = next
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload = '' }) => onPayload(payload))
    letExit(next)
    const begin = async () => {
      await next.connect()
      letExit(next)
      await next.query(`LISTEN "${channel}"`)
      waitMs = leastWaitMs
      if (client === next) onListening()
    }
    begin().catch(() => lose(next))
  }
  return {
    start: () => {
      if (state !== 'new') return
      state = 'started'
      listen()
    },
    end: async () => {
      state = 'ended'
      clearTimeout(timer)
      const last = client
      client = undefined
      if (last !== undefined)
        await withinMs(
          leaveMs,
          quietly(() => last.end()),
        )
    },
  }
}

/** A pool of another kind may not say how to connect. */
function clientOf({ options }: Pool): Client | undefined {
  try {
    return new Client(options)
  } catch {
    return undefined
  }
}

/** A connection on which nobody waits for an answer does not keep the process alive. The driver's types leave this out. */
function letExit(client: Client): void {
  if ('unref' in client && typeof client.unref === 'function') client.unref()
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch {
    // It is gone already.
  }
}

async function withinMs(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
