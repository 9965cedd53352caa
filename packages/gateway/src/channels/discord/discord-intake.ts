import { setTimeout as delay } from 'node:timers/promises'
import type { Inbound, PutInbound } from '../channel.ts'
import { type DiscordFiles, discordAttachment } from './discord-attachment.ts'
import { type DiscordMessage, discordInbound } from './discord-inbound.ts'
import type { DiscordSession } from './discord-session.ts'

/** An event of Discord's gateway. */
export interface DiscordEvent {
  readonly sessionId: string
  readonly sequence: number
  readonly type: string
  readonly data: unknown
}

/** An intake is made of these. */
export interface DiscordIntakeDeps {
  readonly put: PutInbound
  readonly files: DiscordFiles
  /** The session in use, whose sequence moves on as events become durable. */
  readonly session: () => DiscordSession | undefined
  /** Moves the sequence on. */
  readonly advance: (sessionId: string, sequence: number) => void
  readonly saveSession: (session: DiscordSession | undefined) => Promise<void>
  readonly onTrouble: (error: unknown) => void
  readonly retryMs: number
}

/** Puts what comes in, in order, and only then counts it as taken. */
export interface DiscordIntake {
  add(event: DiscordEvent): void
  /** Ends what is under way; what was not put by then comes again with a resume. */
  stop(): Promise<void>
}

const longestWaitMs = 30_000

/** Makes an intake. It tries a failed put again until it is stopped: nothing may overtake it. */
export function createDiscordIntake(deps: DiscordIntakeDeps): DiscordIntake {
  const pending: DiscordEvent[] = []
  const stopping = new AbortController()
  let draining: Promise<void> | undefined
  const drain = async (): Promise<void> => {
    for (let failures = 0; pending.length > 0 && !stopping.signal.aborted; ) {
      const batch = [...pending]
      try {
        await takeBatch(deps, batch)
        pending.splice(0, batch.length)
        failures = 0
      } catch (error) {
        deps.onTrouble(error)
        const waitMs = Math.min(deps.retryMs * 2 ** Math.min(failures++, 10), longestWaitMs)
        await delay(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      }
    }
    draining = undefined
  }
  return {
    add(event) {
      pending.push(event)
      draining ??= drain()
    },
    async stop() {
      stopping.abort()
      await draining
      await save(deps)
    },
  }
}

async function takeBatch(deps: DiscordIntakeDeps, batch: readonly DiscordEvent[]): Promise<void> {
  const botUser = deps.session()?.botUser ?? ''
  const inbound = batch.flatMap((event) => readMessage(event, botUser, deps.files) ?? [])
  // After a resume the same message may wait twice.
  const once = [...new Map(inbound.map((message) => [message.source, message])).values()]
  if (once.length > 0) await deps.put(once)
  for (const { sessionId, sequence } of batch) deps.advance(sessionId, sequence)
  // Other events need not be kept at once: they come again, and are left out again.
  if (once.length > 0 || batch.some(({ type }) => type === 'READY')) await save(deps)
}

function readMessage(event: DiscordEvent, botUser: string, files: DiscordFiles): Inbound | undefined {
  if (event.type !== 'MESSAGE_CREATE') return undefined
  const message = event.data as DiscordMessage
  const inbound = discordInbound(message, botUser)
  if (inbound === undefined || !message.attachments?.length) return inbound
  return { ...inbound, attachments: message.attachments.map((file) => discordAttachment(file, files)) }
}

/** A session that is not saved only means that more events come again. */
async function save({ session, saveSession, onTrouble }: DiscordIntakeDeps): Promise<void> {
  try {
    await saveSession(session())
  } catch (error) {
    onTrouble(error)
  }
}
