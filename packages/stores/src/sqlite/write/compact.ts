import { type Compaction, checkNewIds, madeUsage, type Session, sessionId } from '@palimpsest/core/store'
import { invalidRequest } from '../../refuse.ts'
import type { Connection } from '../connection/connection.ts'
import { conflictInSqlite } from '../connection/refuse.ts'
import { findSessionInSqlite, needSessionInSqlite, sessionByKey } from '../read/find.ts'
import type { SqliteSessionRow } from '../schema/rows.ts'
import { addToList, listedKeys } from '../schema/runs.ts'
import { visibleKeys } from './begin.ts'
import { messageKey, writeOther } from './write-message.ts'
import { setEnd, setTip, touchInSqlite, writeSessionInSqlite, writeVersion } from './write-session.ts'

/** Ends a session and opens its continuation, in one step. */
export function compactInSqlite(db: Connection, compaction: Compaction): Session {
  return db.write(() => {
    const old = needSessionInSqlite(db, compaction.session)
    const existing = findSessionInSqlite(db, compaction.continuation)
    if (existing !== undefined) return alreadyDone(existing.session, compaction)
    if (old.session.endedAt !== undefined) throw conflictInSqlite(old.session)
    const kept = checkView(db, old, compaction)
    setEnd(db, old.key, compaction.at, 'compression')
    const key = openContinuation(db, old, compaction)
    writeView(db, key, old, { ...compaction, kept })
    setTip(db, old.conversationKey, key)
    touchInSqlite(db, old.conversationKey, compaction.at)
    const { at, receipt, ledger } = compaction
    if (receipt !== undefined) writeVersion(db, 'receipt', key, { at, value: receipt })
    if (ledger !== undefined) writeVersion(db, 'ledger', key, { at, value: ledger })
    return sessionByKey(db, key).session
  })
}

function alreadyDone(existing: Session, compaction: Compaction): Session {
  if (existing.kind === 'continuation' && existing.parent === compaction.session) return existing
  throw invalidRequest(`Session ${compaction.continuation} exists already and continues another one.`)
}

/** The keys of the kept entries by id. */
function checkView(
  db: Connection,
  old: SqliteSessionRow,
  { view, basedOnSeq, continuation }: Compaction,
): ReadonlyMap<string, number> {
  if (!Number.isInteger(basedOnSeq) || basedOnSeq < 0 || basedOnSeq > old.session.nextSeq) {
    throw invalidRequest(`The view is based on entry ${basedOnSeq}, but the session ends at ${old.session.nextSeq}.`)
  }
  const kept = view.filter((item) => item.kind === 'kept').map(({ id }) => id)
  const keys = visibleKeys(db, old.key, kept, basedOnSeq)
  const made = view.filter((item) => item.kind === 'made')
  checkNewIds([continuation, ...made.map(({ id }) => id)])
  if (new Set(made.map(({ id }) => id)).size !== made.length)
    throw invalidRequest('A view cannot show one entry twice.')
  const sources = new Set<string>()
  for (const { id, standsFor } of made) {
    if (messageKey(db, id) !== undefined) {
      throw invalidRequest(`Entry ${id} exists already. What an engine makes needs ids of its own.`)
    }
    for (const source of standsFor) sources.add(source)
  }
  visibleKeys(db, old.key, [...sources], basedOnSeq)
  return new Map(kept.map((id, i) => [id, keys[i] ?? 0]))
}

function openContinuation(db: Connection, old: SqliteSessionRow, compaction: Compaction): number {
  const { model, system, conversation, id } = old.session
  const bornWith = compaction.view.length + old.session.nextSeq - compaction.basedOnSeq
  const prompt = compaction.system ?? system
  const session: Session = {
    id: sessionId(compaction.continuation),
    conversation,
    kind: 'continuation',
    parent: id,
    startedAt: compaction.at,
    ...(model !== undefined && { model }),
    ...(prompt !== undefined && { system: prompt }),
    bornWith,
    nextSeq: bornWith,
    usage: madeUsage(compaction.view),
  }
  return writeSessionInSqlite(db, session, {
    conversationKey: old.conversationKey,
    parentKey: old.key,
    tipFacts: old.tipFacts,
  })
}

interface CheckedCompaction extends Compaction {
  readonly kept: ReadonlyMap<string, number>
}

function writeView(db: Connection, key: number, old: SqliteSessionRow, compaction: CheckedCompaction): void {
  const { view, kept, at, basedOnSeq } = compaction
  const place = { conversationKey: old.conversationKey, sessionKey: key }
  const shown = view.map((item) => kept.get(item.id) ?? writeMade(item))
  addToList(db, key, 0, [...shown, ...listedKeys(db, old.key, basedOnSeq)])

  function writeMade(item: (typeof view)[number]): number {
    if (item.kind === 'kept') throw invalidRequest(`Entry ${item.id} is not in the view.`)
    const { id, message, standsFor, usage } = item
    const said = { id, json: JSON.stringify(message), standsFor, at, after: old.tipFacts.originals }
    return writeOther(db, { ...said, ...(usage && { usage }) }, place)
  }
}
