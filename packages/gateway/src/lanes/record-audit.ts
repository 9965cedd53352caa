import { type ConversationId, conversationId, type GatewayStore, type Instant } from '@palimpsest/core/store'

/** Something that changed a conversation, and who wanted it. */
export interface AuditLine {
  readonly at: Instant
  /** The name of a token, or a person on a platform. */
  readonly by: string
  readonly action: 'compact' | 'undo' | 'delete'
  readonly conversation: ConversationId
}

export type RecordAudit = (line: Omit<AuditLine, 'at'>) => Promise<void>

export interface AuditDeps {
  readonly store: GatewayStore
  readonly now: () => number
  readonly onAudit: (line: AuditLine) => void
}

/** The log of all that was audited: it outlives the conversations. */
export const auditLog = conversationId('gateway.audit')

/** Writes an audit line into the log of its conversation and into the one of the whole gateway. */
export function createRecordAudit({ store, now, onAudit }: AuditDeps): RecordAudit {
  return async (about) => {
    const line = { at: now(), ...about }
    onAudit(line)
    const event = { kind: 'audit', ...line }
    await store.events.append(auditLog, [event], line.at)
    if (line.action !== 'delete') await store.events.append(line.conversation, [event], line.at)
  }
}
