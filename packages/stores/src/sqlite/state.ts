import type { Json } from '@palimpsest/core'
import type { Connection } from './connection.ts'

export function getState(db: Connection, scope: string, key: string): Json | undefined {
  const row = db.get('SELECT value FROM state WHERE scope = ? AND key = ?', scope, key)
  return row && (JSON.parse(String(row.value)) as Json)
}

export function setState(db: Connection, scope: string, key: string, value: Json): void {
  db.write(() => {
    db.run(
      'INSERT INTO state (scope, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
      scope,
      key,
      JSON.stringify(value),
    )
  })
}

export function removeState(db: Connection, scope: string, key: string): void {
  db.write(() => {
    db.run('DELETE FROM state WHERE scope = ? AND key = ?', scope, key)
  })
}

export function allState(db: Connection, scope: string): Readonly<Record<string, Json>> {
  const rows = db.all('SELECT key, value FROM state WHERE scope = ? ORDER BY key', scope)
  return Object.fromEntries(rows.map(({ key, value }) => [String(key), JSON.parse(String(value)) as Json]))
}

/** A claim on a name until a moment. */
export interface LeaseClaim {
  readonly name: string
  readonly holder: string
  readonly until: number
  readonly now: number
}

/** Free, expired or already the holder's: then it is the holder's now. */
export function takeLease(db: Connection, { name, holder, until, now }: LeaseClaim): boolean {
  return db.write(() => {
    db.run(
      `INSERT INTO lease (name, holder, until) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET holder = excluded.holder, until = excluded.until
         WHERE lease.holder = excluded.holder OR lease.until <= ?`,
      name,
      holder,
      until,
      now,
    )
    return db.get('SELECT holder FROM lease WHERE name = ?', name)?.holder === holder
  })
}

export function releaseLease(db: Connection, name: string, holder: string): void {
  db.write(() => {
    db.run('DELETE FROM lease WHERE name = ? AND holder = ?', name, holder)
  })
}
