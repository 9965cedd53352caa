import type { Connection } from '../connection/connection.ts'
import { packName } from '../schema/pack-name.ts'

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
