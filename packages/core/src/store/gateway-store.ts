import type { EventLog } from './event-log.ts'
import type { Inbox, Lane } from './inbox.ts'
import type { Outbox } from './outbox.ts'
import type { SessionStore } from './store.ts'

/** A store that a gateway works on: conversations, what came for them, and what goes out. */
export interface GatewayStore extends SessionStore {
  readonly inbox: Inbox
  readonly outbox: Outbox
  readonly events: EventLog
  /**
   * The same store for whoever holds a lane: what it writes to that lane's conversation (append, compact, undo, close,
   * state) is refused as `store/fenced`, in the same step, once the lane has a higher epoch. The lane is read with
   * each write: one whose epoch changes stands for its holder across several claims.
   */
  fenced(lane: Lane): SessionStore
}
