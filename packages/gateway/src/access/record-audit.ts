import { isObject, type JsonObject } from '@palimpsest/core/json'
import type { ConversationId, GatewayStore, Instant, StateStore } from '@palimpsest/core/store'

/** Something that changes a conversation, and who wanted it. */
export interface AuditLine {
  readonly at: Instant
  /** The name of a token, or a person on a platform. */
  readonly by: string
  readonly action: 'compact' | 'undo' | 'delete'
  readonly conversation: ConversationId
}

/** Writes an audit line. The same id again is the same line. */
export type RecordAudit = (id: string, line: Omit<AuditLine, 'at'>) => Promise<void>

export interface AuditDeps {
  readonly store: GatewayStore
  readonly now: () => number
  readonly onAudit: (line: AuditLine) => void
}

/** Where audit lines are kept for good: they outlive the conversations. */
const scope = 'gateway/audit'

/** Writes audit lines, each before what it tells of is done, so that nothing is done unseen. */
export function createRecordAudit({ store, now, onAudit }: AuditDeps): RecordAudit {
  return async (id, about) => {
    if ((await store.state.get(scope, id)) !== undefined) return
    const line = { at: now(), ...about }
    await store.state.set(scope, id, line)
    onAudit(line)
    if (line.action !== 'delete') await store.events.append(line.conversation, [{ kind: 'audit', ...line }], line.at)
  }
}

/** The newest audit lines, newest first. */
export async function readAudit(state: StateStore, limit: number): Promise<readonly AuditLine[]> {
  const lines = Object.values(await state.all(scope))
    .filter(isObject)
    .filter(isAuditLine)
  return lines.sort((a, b) => b.at - a.at).slice(0, limit)
}

function isAuditLine(line: JsonObject): line is JsonObject & AuditLine {
  const { at, by, action, conversation } = line
  return typeof at === 'number' && [by, action, conversation].every((each) => typeof each === 'string')
}
