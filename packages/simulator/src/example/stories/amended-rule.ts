import { migrationPath } from '../repo/base-files.ts'
import type { Scene } from '../scene.ts'
import { useListFiles, usePatch, useReadFile, useWriteFile } from '../use-files.ts'
import { queryDatabase, useRemember } from '../use-others.ts'
import { check, commit, test, useTerminal } from '../use-terminal.ts'
import type { Story } from './story.ts'

const path = migrationPath(31, 'bookingsByEmail')

const migration = `-- Bookings are looked up by the passenger's address at the desk; without this it is a scan of the whole table.
-- CONCURRENTLY cannot run in a transaction.
-- migrate: no-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS bookings_contact_email ON bookings (lower(contact_email));
`

/** A task collides with a rule; the agent asks, and the user amends the rule. */
export const amendedRule: Story = (scene) => {
  scene.leave('rule', 'Migrations: add new ones (next free number 32), never edit existing ones.')
  scene.ask('At the desk they search bookings by e-mail and wait three seconds each time. Make it fast, please. #4423')
  look(scene)
  scene.answer(
    `The search is a sequential scan over 1,318,442 bookings (3,120 ms), because nothing is indexed by \`contact_email\`. The cure is an index, which means a migration, and your first rule is never to touch that folder. So I stop here and ask:

1. I write the statement down and you give it to the DBA, or
2. you allow me a new migration for this.

An index on \`lower(contact_email)\` should bring it below a millisecond. I expect about 50 MB and less than a minute to build, without locking writes.`,
    'The rule is explicit and there is no way around the folder. Do not look for a loophole; ask.',
  )
  scene.ask(
    'I talked to the DBA. Change of rule 1: you may ADD new migrations, but never edit an existing one. They are numbered, the next free number is 31 (25 to 30 are reserved for Jonas). Everything else stays.',
  )
  scene.act(
    {},
    useRemember(
      'standing-rules-mina-1',
      'Amended: new migrations may be added (next free number 31; 25-30 reserved for Jonas); existing ones are never edited.',
    ),
  )
  add(scene)
  const { use, sha } = commit(scene, 'Index bookings by e-mail (#4423)')
  scene.act({}, use)
  scene.answer(
    `\`${path}\` is in (\`${sha}\`), a new file; no existing migration was touched. It has to run outside a transaction, which the header says. The search compares in lower case now, so *Kim@Example.com* finds *kim@example.com*, which it did not before. I have not measured the gain: that needs the migration to run on staging first.

Amended rule noted: **add, never edit; next free number after this one is 32.**`,
  )
}

function look(scene: Scene): void {
  scene.act(
    {
      think:
        'Which query is it? The store has no search by e-mail, so it is probably inline somewhere. Look at the plan first.',
    },
    useReadFile(scene.world, 'src/bookings/booking-store.ts'),
    useListFiles(scene.world, 'migrations/'),
    queryDatabase(
      `EXPLAIN ANALYZE SELECT id FROM bookings WHERE contact_email = 'kim@example.com'`,
      `Seq Scan on bookings  (cost=0.00..41822.53 rows=3 width=16) (actual time=412.220..3119.871 rows=2 loops=1)
  Filter: (contact_email = 'kim@example.com'::text)
  Rows Removed by Filter: 1318440
Planning Time: 0.114 ms
Execution Time: 3120.042 ms`,
    ),
  )
}

function add(scene: Scene): void {
  const { world } = scene
  const anchor = `export async function updateBookingStatus(`
  scene.act(
    {},
    useWriteFile(world, path, migration),
    usePatch(
      world,
      'src/bookings/booking-store.ts',
      anchor,
      `/** Bookings of one address; upper and lower case count as the same. */
export async function findBookingsByEmail(pool: Pool, email: string): Promise<readonly Booking[]> {
  const { rows } = await pool.query('SELECT ' + columns + ' FROM bookings WHERE lower(contact_email) = lower($1)', [email])
  return rows.map((row) => rowTo<Booking>(row))
}

${anchor}`,
    ),
  )
  scene.act(
    {},
    useTerminal(
      'npm run migrate -- --dry-run',
      `pending:\n  ${path.slice(11)} (no transaction)\n1 migration would run`,
      {
        seconds: 1.7,
      },
    ),
    test(scene, 'src/bookings'),
    check(scene),
  )
}
