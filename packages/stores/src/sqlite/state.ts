import type { Json } from '@palimpsest/core/store'
import { reading } from '../reading.ts'
import type { Connection } from './connection.ts'
import type { SqlValue } from './driver.ts'
import { packName, unpackName } from './pack-name.ts'

export function getState(db: Connection, scope: string, key: string): Json | undefined {
  const row = db.get('SELECT value FROM state WHERE scope = ? AND key = ?', packName(scope), packName(key))
  return row && readState(scope, key, row.value)
}

export function setState(db: Connection, scope: string, key: string, value: Json): void {
  db.write(() => {
    db.run(
      'INSERT INTO state (scope, key, value) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
      packName(scope),
      packName(key),
      JSON.stringify(value),
    )
  })
}

export function removeState(db: Connection, scope: string, key: string): void {
  db.write(() => {
    db.run('DELETE FROM state WHERE scope = ? AND key = ?', packName(scope), packName(key))
  })
}

export function allState(db: Connection, scope: string): Readonly<Record<string, Json>> {
  const rows = db.all('SELECT key, value FROM state WHERE scope = ?', packName(scope))
  return Object.fromEntries(
    rows.map((row) => {
      const key = readKey(scope, row.key)
      return [key, readState(scope, key, row.value)]
    }),
  )
}

function readState(scope: string, key: string, value: SqlValue | undefined): Json {
  return reading(
    () => `The state "${key}" of ${scope}`,
    () => JSON.parse(String(value)) as Json,
  )
}

function readKey(scope: string, key: SqlValue | undefined): string {
  return reading(
    () => `A name in the state of ${scope}`,
    () => unpackName(key),
  )
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
      packName(name),
      packName(holder),
      until,
      now,
    )
    return db.get('SELECT holder FROM lease WHERE name = ?', packName(name))?.holder === packName(holder)
  })
}

export function releaseLease(db: Connection, name: string, holder: string): void {
  db.write(() => {
    db.run('DELETE FROM lease WHERE name = ? AND holder = ?', packName(name), packName(holder))
  })
}

export function removeScope(db: Connection, scope: string): void {
  db.run('DELETE FROM state WHERE scope = ?', packName(scope))
}
