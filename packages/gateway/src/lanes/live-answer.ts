import type { GatewayEvent } from '../agents/gateway-agent.ts'
import { streamPiece } from './answer-pieces.ts'
import type { ArrivalWork } from './arrival-work.ts'
import type { LaneContext } from './lane-context.ts'
import type { LaneRun } from './lane-run.ts'

/** Shows on a platform that an answer is being written. */
export interface LiveAnswer {
  onEvent(event: GatewayEvent): void
  stop(): Promise<void>
}

/** A turn that has just begun. */
export interface StartedTurn {
  readonly work: ArrivalWork
  /** The id of the event that says so, once it is written. */
  readonly started: Promise<number>
}

/** Platforms show typing for about five seconds. */
const typingMs = 4_000
/** An answer that is there sooner is sent at once, whole. */
const streamAfterMs = 1_000

export function createLiveAnswer(
  { store, channels, now }: LaneContext,
  run: LaneRun,
  { work, started }: StartedTurn,
): LiveAnswer {
  const { thread, channel: name } = work.body
  const channel = thread === undefined ? undefined : channels.get(name)
  if (channel === undefined || thread === undefined) return { onEvent: () => {}, stop: async () => {} }
  const startedAt = now()
  let adding: Promise<unknown> | undefined
  const type = () => {
    channel.typing?.(thread).catch(() => {})
  }
  const timer = setInterval(type, typingMs)
  timer.unref()
  type()
  return {
    onEvent: ({ kind }) => {
      if (kind !== 'text' || channel.edit === undefined || adding || now() - startedAt < streamAfterMs) return
      // Where it cannot be added now, it is added with the answer.
      adding = started
        .then((id) => {
          work.shownAfter ??= id
          return store.outbox.add([streamPiece(work, work.shownAfter, now())], run.lane)
        })
        .catch(() => {})
    },
    stop: async () => {
      clearInterval(timer)
      await adding
    },
  }
}
