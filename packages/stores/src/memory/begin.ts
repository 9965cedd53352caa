import { checkNewIds, type EndReason, type NewSession, type Session, type SessionId } from '@palimpsest/core/store'
import { invalidRequest } from '../refuse.ts'
import { conflictInMemory, needSessionInMemory, sessionOfMemoryRow, type Tables, touchInMemory } from './tables.ts'

/** Opens a root, a branch or a sub-agent, or finds it open. */
export function beginInMemory(tables: Tables, given: NewSession): Session {
  const { id, conversation, at, title, channel, model, system, from } = given
  const existing = tables.sessions.get(id)
  if (existing !== undefined) {
    if (existing.session.conversation === conversation) return sessionOfMemoryRow(existing)
    throw invalidRequest(`Session ${id} belongs to another conversation.`)
  }
  if (tables.conversations.has(conversation)) throw invalidRequest(`Conversation ${conversation} has a root already.`)
  checkNewIds([id, conversation])
  const entries = takenOver(tables, from)
  tables.conversations.set(conversation, {
    id: conversation,
    ...(title === undefined ? {} : { title }),
    ...(channel === undefined ? {} : { channel }),
    createdAt: at,
    updatedAt: at,
    tip: id,
  })
  const row = {
    session: {
      id,
      conversation,
      kind: from?.kind ?? ('root' as const),
      ...(from === undefined ? {} : { parent: from.parent }),
      startedAt: at,
      ...(model === undefined ? {} : { model }),
      ...(system === undefined ? {} : { system }),
      bornWith: entries.length,
      usage: {},
    },
    entries,
  }
  tables.sessions.set(id, row)
  return sessionOfMemoryRow(row)
}

/** Ends a session for good; closing it again changes nothing. Compactions and undos end sessions by themselves. */
export function closeInMemory(tables: Tables, id: SessionId, endReason: EndReason, at: number): Session {
  const row = needSessionInMemory(tables, id)
  if (endReason !== 'closed')
    throw invalidRequest(`A session cannot be closed as ${endReason}: compact or undo it instead.`)
  if (row.session.endReason === endReason) return sessionOfMemoryRow(row)
  if (row.session.endReason !== undefined) throw conflictInMemory(row)
  const closed = { ...row, session: { ...row.session, endedAt: at, endReason } }
  tables.sessions.set(id, closed)
  touchInMemory(tables, row.session.conversation, { at })
  return sessionOfMemoryRow(closed)
}

function takenOver(tables: Tables, from: NewSession['from']) {
  if (from === undefined) return []
  const parent = new Set(needSessionInMemory(tables, from.parent).entries)
  const view = from.view ?? []
  const stranger = view.find((id) => !parent.has(id))
  if (stranger !== undefined) throw invalidRequest(`Session ${from.parent} does not show ${stranger}.`)
  if (new Set(view).size < view.length) throw invalidRequest('A view shows an entry twice.')
  return [...view]
}
