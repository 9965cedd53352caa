import type { Json } from '@palimpsest/core/json'
import type { EntryId } from '@palimpsest/core/log'
import type { GatewayEvent } from '../agents/gateway-agent.ts'

/** Adds events to the log of the conversation; answers with the id of the last one. */
export type AppendEvents = (events: readonly Json[]) => Promise<number>

/** Writes down what happens in a turn, for those who watch it. */
export interface TurnRecorder {
  record(event: GatewayEvent): void
  /** The notices so far. */
  readonly notices: readonly string[]
  /** Resolves when all that was being written is in the log, or could not be; returns what is still to be written. */
  rest(): Promise<readonly Json[]>
}

/** A model writes dozens of pieces a second: they are written down together. */
const flushMs = 200

/** What is recorded is written after what is being written already. */
export function createTurnRecorder(append: AppendEvents, entry: EntryId, before: Promise<unknown>): TurnRecorder {
  const notices: string[] = []
  let waiting: Json[] = []
  let text = ''
  let timer: NodeJS.Timeout | undefined
  let writing = before.catch(() => {})

  function settleText(): void {
    if (text !== '') waiting.push({ kind: 'text', entry, text })
    text = ''
  }

  function take(): readonly Json[] {
    clearTimeout(timer)
    timer = undefined
    settleText()
    const events = waiting
    waiting = []
    return events
  }

  function flush(): void {
    const events = take()
    // Those who watch miss something when this fails; the turn goes on all the same.
    if (events.length > 0) writing = writing.then(() => append(events)).catch(() => {})
  }

  return {
    notices,
    rest: async () => {
      const left = take()
      await writing
      return left
    },
    record: (event) => {
      if (event.kind === 'text') text += event.text
      else {
        settleText()
        waiting.push({ ...event, entry })
      }
      if (event.kind === 'notice') notices.push(event.text)
      timer ??= setTimeout(flush, flushMs)
    },
  }
}
