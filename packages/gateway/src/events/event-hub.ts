import { setImmediate as nextRound } from 'node:timers/promises'
import type { ConversationId, EventLog, LoggedEvent } from '@palimpsest/core/store'

export interface EventHubOptions {
  /** How often it looks by itself: hints may be lost. @default 5_000 */
  readonly sweepMs?: number
}

/** Follows the event logs of conversations; all who follow the same one share its reads. */
export interface EventHub {
  /** Calls back with all events after an id, in order, as they come. Returns how to stop. */
  follow(conversation: ConversationId, after: number, onEvents: (events: readonly LoggedEvent[]) => void): () => void
  stop(): void
}

interface Follower {
  cursor: number
  readonly onEvents: (events: readonly LoggedEvent[]) => void
}

interface FollowerGroup {
  readonly followers: Set<Follower>
  isReading: boolean
  isAgain: boolean
}

const pageEvents = 200
/** Large events for many take long to be handed out: others get their turn in between. */
const sliceMs = 10

export function createEventHub(events: EventLog, { sweepMs = 5_000 }: EventHubOptions = {}): EventHub {
  const groups = new Map<ConversationId, FollowerGroup>()
  const wake = (conversation: ConversationId) => {
    const group = groups.get(conversation)
    if (group === undefined) return
    group.isAgain = true
    // A store that cannot be read now is asked again by the sweep.
    if (!group.isReading) readOn(events, conversation, group).catch(() => {})
  }
  const unwatch = events.watch(wake)
  const timer = setInterval(() => {
    for (const conversation of groups.keys()) wake(conversation)
  }, sweepMs)
  timer.unref()
  return {
    follow: (conversation, after, onEvents) => {
      const group = groups.get(conversation) ?? { followers: new Set(), isReading: false, isAgain: false }
      const follower = { cursor: after, onEvents }
      groups.set(conversation, group)
      group.followers.add(follower)
      wake(conversation)
      return () => {
        group.followers.delete(follower)
        if (group.followers.size === 0 && groups.get(conversation) === group) groups.delete(conversation)
      }
    },
    stop: () => {
      unwatch()
      clearInterval(timer)
      groups.clear()
    },
  }
}

async function readOn(events: EventLog, conversation: ConversationId, group: FollowerGroup): Promise<void> {
  group.isReading = true
  try {
    while (group.isAgain && group.followers.size > 0) {
      group.isAgain = false
      // Whoever joins while the page is read may want what is before it, and is served by the next one.
      const present = [...group.followers]
      const from = present.reduce((least, { cursor }) => Math.min(least, cursor), Number.MAX_SAFE_INTEGER)
      const page = await events.after(conversation, from, pageEvents)
      let until = performance.now() + sliceMs
      for (const follower of present) {
        if (group.followers.has(follower)) hand(follower, page)
        if (performance.now() < until) continue
        await nextRound()
        until = performance.now() + sliceMs
      }
      if (page.length === pageEvents) group.isAgain = true
    }
  } finally {
    group.isReading = false
  }
}

function hand(follower: Follower, page: readonly LoggedEvent[]): void {
  const fresh = page.filter(({ id }) => id > follower.cursor)
  const last = fresh.at(-1)
  if (last === undefined) return
  follower.cursor = last.id
  follower.onEvents(fresh)
}
