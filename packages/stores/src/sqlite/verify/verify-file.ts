import type { StoreProblem } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import { isDamage } from '../connection/unavailable.ts'

/** SQLite's own check of the file; what it says of the search index is derived. */
export function verifyFile(db: Connection): readonly StoreProblem[] {
  refreshIndex(db)
  const said = checkWhole(db)
  return said.filter((line) => line !== 'ok').map((line) => fileProblem(db, line))
}

/** Number of faults worth reporting: after that, the file is known to be lost. */
const mostFaults = 20

/** A search makes FTS5 see what other connections did; its check alone may judge by what it remembers. */
function refreshIndex(db: Connection): void {
  try {
    db.all(`SELECT rowid FROM search WHERE search MATCH '_'`)
  } catch {
    // Damage is what the check that follows will tell.
  }
}

/** Some damage ends the full check silently; the quick one may still report it, or else a check of each table. */
function checkWhole(db: Connection): readonly string[] {
  const full = checked(db, 'integrity_check', mostFaults)
  if (full !== undefined) return full
  const quick = checked(db, 'quick_check', mostFaults)
  return quick === undefined || quick.join() === 'ok' ? checkTables(db) : quick
}

function checkTables(db: Connection): readonly string[] {
  const tables = db.all(`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name`).map((row) => `${row.name}`)
  const found = tables.flatMap((table) => {
    const lines = checked(db, 'quick_check', `"${table.replaceAll('"', '""')}"`) ?? ['it cannot be read']
    return lines.filter((line) => line !== 'ok').map((line) => `table ${table}: ${line}`)
  })
  return found.length === 0 ? ['SQLite could not finish its check of the file'] : found.slice(0, mostFaults)
}

/** Returns what a check says, `ok` included, or nothing where damage ends it. */
function checked(db: Connection, check: string, argument: number | string): readonly string[] | undefined {
  try {
    return db.all(`PRAGMA ${check}(${argument})`).map((row) => String(row[check]))
  } catch (error) {
    if (!isDamage(error)) throw error
    return undefined
  }
}

function fileProblem(db: Connection, line: string): StoreProblem {
  if (/fts5/i.test(line)) return { code: 'search-damaged', where: db.path, detail: line, derived: true }
  const said = line.replace(/^\*\*\*.*\*\*\*\n/, '').replaceAll('\n', ' ')
  const detail = `${said}. Bring back a backup, or recover the file with "sqlite3 FILE .recover".`
  return { code: 'file-damaged', where: db.path, detail, derived: false }
}
