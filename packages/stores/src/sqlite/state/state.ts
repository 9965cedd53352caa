import type { Json } from '@palimpsest/core/store'
import { reading } from '../../reading.ts'
import type { Connection } from '../connection/connection.ts'
import type { SqlValue } from '../connection/driver.ts'
import { packName, unpackName } from '../schema/pack-name.ts'

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

export function removeScope(db: Connection, scope: string): void {
  db.run('DELETE FROM state WHERE scope = ?', packName(scope))
}
