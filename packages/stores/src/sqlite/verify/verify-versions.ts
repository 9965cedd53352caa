import { parseJson, type StoreProblem } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import { unpackSqliteId } from '../schema/pack-id.ts'
import { sealVersion } from '../write/write-session.ts'
import { eachRow } from './verify-rows.ts'

/** A receipt or a ledger that was found. */
interface Found {
  readonly row: string
  readonly kind: string
  readonly seal: string
}

/** Checks that receipts and ledgers can be read, and that each session has those that came with it, unchanged. */
export function verifyVersions(db: Connection): readonly StoreProblem[] {
  const problems: StoreProblem[] = []
  const found = new Map<string, Found[]>()
  for (const { key, kind, session, at, value } of eachRow(db, 'version', 'key')) {
    const [row, owner, json] = [String(key), String(session), String(value)]
    found.set(owner, [
      ...(found.get(owner) ?? []),
      { row, kind: String(kind), seal: sealVersion(String(kind), Number(at), json) },
    ])
    if (parseJson(json) !== undefined && typeof at === 'number') continue
    problems.push(problem('row-damaged', sessionOf(db, owner), `Its ${kind} (table version, row ${row}) is not JSON.`))
  }
  for (const { key, id, versions } of eachRow(db, 'session', 'key')) {
    // A session that an older version of this package wrote does not know what came with it.
    if (versions === null) continue
    problems.push(...compare(unpackSqliteId(id), found.get(String(key)) ?? [], String(versions)))
  }
  return problems
}

function compare(session: string, found: readonly Found[], versions: string): readonly StoreProblem[] {
  const told = versions.split('\n').filter((line) => line !== '')
  const lost = told
    .map((seal) => seal.split(' ', 1).join(''))
    .filter((kind) => !found.some((version) => version.kind === kind))
  const wrong = found.filter(({ seal }) => !told.includes(seal.trim()))
  return [
    ...lost.map((kind) =>
      problem('version-missing', session, `The ${kind} that it came with is gone (table version).`),
    ),
    ...wrong.map(({ kind, row }) =>
      problem('hash-mismatch', session, `Its ${kind} (table version, row ${row}) is not what was written.`),
    ),
  ]
}

function sessionOf(db: Connection, key: string): string {
  const row = db.get('SELECT id FROM session WHERE key = CAST(? AS INTEGER)', key)
  return row === undefined ? `session row ${key}` : unpackSqliteId(row.id)
}

function problem(code: string, where: string, detail: string): StoreProblem {
  return { code, where, detail, derived: false }
}
