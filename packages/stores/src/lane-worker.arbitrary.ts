import { setTimeout as sleep } from 'node:timers/promises'
import { entryId } from '@palimpsest/core/log'
import {
  type ConversationId,
  conversationId,
  type GatewayStore,
  type Lane,
  type NewArrival,
} from '@palimpsest/core/store'

/** Arrivals over so many conversations, in turn. */
export function arrivalsOver(conversations: number, count: number): readonly NewArrival[] {
  return Array.from({ length: count }, (_, i) => {
    const conversation = conversationId(`talk-${i % conversations}`)
    return { entry: entryId(`entry-${i}`), conversation, source: `source-${i}`, body: { i }, at: i }
  })
}

/** One that works in lanes, and notes what it handled. */
export interface LaneWorker {
  readonly store: GatewayStore
  readonly name: string
  /** Sources in the order they were handled, by conversation; all workers share it. */
  readonly handled: Map<ConversationId, string[]>
  /** The conversations that are worked on now; all workers share it. */
  readonly busy: Set<ConversationId>
}

/** Claims and works until nothing waits any more. Throws when two work on one conversation. */
export async function workLanes(worker: LaneWorker): Promise<void> {
  const { inbox } = worker.store
  for (;;) {
    const lanes = await inbox.claim(worker.name, 3, 30_000)
    await Promise.all(lanes.map((lane) => workLane(worker, lane)))
    if (lanes.length > 0) continue
    if ((await inbox.backlog()).waiting === 0) return
    await sleep(5)
  }
}

async function workLane({ store: { inbox }, busy, handled }: LaneWorker, lane: Lane): Promise<void> {
  const { conversation } = lane
  if (busy.has(conversation)) throw new Error(`two work on ${conversation}`)
  busy.add(conversation)
  do {
    for (let next = await inbox.next(lane); next !== undefined; next = await inbox.next(lane)) {
      handled.set(conversation, [...(handled.get(conversation) ?? []), next.source])
      if (!(await inbox.done(lane, next.no))) throw new Error(`the lane ${conversation} was lost`)
    }
    // Whoever claims it next may do so before the release has returned.
    busy.delete(conversation)
  } while (!(await inbox.release(lane)) && busy.add(conversation))
}
