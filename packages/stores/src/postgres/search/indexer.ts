import type { ConversationId } from '@palimpsest/core/store'
import type { Database } from '../connection/database.ts'
import { fillSegment } from './fill-segment.ts'
import { maxSegmentMessages } from './index-segment.ts'
import { createRecentKeys, type RecentKeys } from './recent-keys.ts'

/** Writers that are this many segments ahead wait for them, so that searches never have much to catch up on. */
const mostBehind = 4

/** Fills segments of the search index behind the backs of those who write. */
export interface Indexer {
  readonly recent: RecentKeys
  /** Takes note of how many messages of a conversation wait. Returns when the index is not too far behind. */
  note(conversation: ConversationId, waiting: number): Promise<void>
  /** Returns when nothing is under way. */
  idle(): Promise<void>
}

export function createIndexer(database: Database): Indexer {
  const recent = createRecentKeys()
  const due = new Set<ConversationId>()
  let running: Promise<void> | undefined
  const fillAll = async () => {
    for (const conversation of due) {
      due.delete(conversation)
      const fill = () => fillSegment(database, { least: maxSegmentMessages, conversation, recent })
      // What is said is written already; what hinders the index now, a later append or search makes good for.
      while (await fill().catch(() => false));
    }
    running = undefined
  }
  return {
    recent,
    note: async (conversation, waiting) => {
      if (waiting < maxSegmentMessages) return
      due.add(conversation)
      running ??= fillAll()
      if (waiting >= mostBehind * maxSegmentMessages) await running
    },
    idle: async () => running,
  }
}
