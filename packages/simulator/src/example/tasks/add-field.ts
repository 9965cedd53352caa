import { sqlTypes } from '../repo/base-files.ts'
import type { Field, Subject } from '../repo/subject.ts'
import { ends, plain, snake, upper } from '../repo/subject.ts'
import { pathsOf } from '../repo/subject-files.ts'
import type { Scene, Words } from '../scene.ts'
import { usePatch, useReadFile, useSearchFiles } from '../use-files.ts'
import { todo } from '../use-others.ts'
import type { Card } from './card.ts'
import { issueNumber, perhapsThanks, proveBroken, proveFixed } from './common-moves.ts'

/** A field that somebody needs, and why. */
export interface Wish extends Field {
  readonly reason: string
}

/** A new optional field goes through type, store, schema and tests. */
export function addField(subject: Subject, wish: Wish): Card {
  return (scene) => {
    const issue = issueNumber(scene)
    scene.ask(request(scene, subject, wish, issue))
    plan(scene, subject, wish)
    edit(scene, subject, wish)
    const title = prove(scene, subject, wish)
    const sha = proveFixed(scene, subject, title, `Add ${wish.name} to ${plain(subject.many)} (#${issue})`)
    scene.answer(summary(subject, wish, sha))
    perhapsThanks(scene, sha)
  }
}

function request(scene: Scene, { one, many }: Subject, wish: Wish, issue: number): string {
  return scene.random.pick([
    `Please add an optional \`${wish.name}\` (${wish.type}) to ${plain(many)}: ${wish.reason}. Issue #${issue}.`,
    `${plain(many)} need a ${wish.name}. ${upper(wish.reason)}. optional, ${wish.type}, no default`,
    `#${issue} add ${wish.name}: ${wish.type} to ${plain(one)}. type + store + api, with a test`,
    `New wish from operations: every ${plain(one)} should be able to carry \`${wish.name}\`, because ${wish.reason}. Old rows do not have it and that has to stay fine.`,
  ])
}

function plan(scene: Scene, subject: Subject, wish: Wish): void {
  const { rules, store, routes, test } = pathsOf(subject)
  scene.act(
    {
      think: scene.random.pick(plans(subject, wish)),
    },
    todo(
      ['in_progress', `Type and draft of ${plain(subject.one)}`],
      ['pending', 'Store: columns and values'],
      ['pending', 'Schema of the POST route'],
      ['pending', 'Test, checks, commit'],
    ),
    useReadFile(scene.world, rules),
    useReadFile(scene.world, store),
    useReadFile(scene.world, routes, 1, 24),
    useReadFile(scene.world, test, 1, 20),
    useSearchFiles(scene.world, snake(wish.name), 'migrations/'),
  )
}

function plans({ many }: Subject, wish: Wish): readonly string[] {
  return [
    `${wish.name} is optional everywhere: in the type with a question mark, in the schema with .optional(), in the column list and the values of the insert. The column itself needs a migration; I will mention it. Old rows read back as null, so rowTo must not turn that into a wrong type.`,
    `Four places know the shape of ${plain(many)}: the type, the store's column list, its insert, and the schema of POST. Miss one and ${wish.name} is silently dropped, so a test has to go through the database.`,
    `Is there a ${snake(wish.name)} already, perhaps in a migration that the code does not use yet? Search first. If not: type, store, schema, and a round trip as the test.`,
  ]
}

function columnWords(wish: Wish): readonly Words[] {
  const column = snake(wish.name)
  return [
    {
      think: `It fails because the throw-away database is built from the migrations and has no column ${column}. The test database can be given the column in its own setup, so I need not touch migrations for this.`,
      say: 'The test database needs the column; its setup file can add it.',
    },
    {
      say: `No column \`${column}\` in the test database yet. Its setup can add one; the real one is a matter for a migration.`,
    },
    {
      think: `The insert names a column that does not exist in the container. That is the right failure: the same would happen in production without a migration, which I must point out.`,
    },
  ]
}

function edit(scene: Scene, subject: Subject, wish: Wish): void {
  const { world } = scene
  const { one } = subject
  const { rules, store, routes } = pathsOf(subject)
  const slots = world.read(store)?.match(/VALUES \((.{0,500}?)\)/)?.[1] ?? ''
  const slotCount = slots.split(',').length
  scene.act(
    {
      say: scene.random.pick([
        'Type, store and schema in one go.',
        'Five small edits.',
        `Adding \`${wish.name}\` in all places at once.`,
      ]),
    },
    usePatch(
      world,
      rules,
      `  readonly status: ${upper(one)}Status`,
      `  readonly ${wish.name}?: ${wish.type}\n  readonly status: ${upper(one)}Status`,
    ),
    usePatch(world, store, `, status, created_at'`, `, ${snake(wish.name)}, status, created_at'`),
    usePatch(world, store, `VALUES (${slots})`, `VALUES (${slots}, $${slotCount + 1})`),
    usePatch(
      world,
      store,
      `    ${one}.status,\n    ${one}.createdAt,`,
      `    ${one}.${wish.name} ?? null,\n    ${one}.status,\n    ${one}.createdAt,`,
    ),
    usePatch(
      world,
      routes,
      '\n})\nconst pageSchema',
      `\n  ${wish.name}: z.${wish.type}().optional(),\n})\nconst pageSchema`,
    ),
  )
}

function prove(scene: Scene, subject: Subject, wish: Wish): string {
  const { one } = subject
  const title = `a ${one} keeps its ${wish.name}`
  proveBroken(scene, {
    title,
    path: pathsOf(subject).storeTest,
    failure: `error: column "${snake(wish.name)}" of relation "${snake(subject.many)}" does not exist\n ❯ node_modules/pg/lib/client.js:545:17\n ❯ insert${upper(one)} ${pathsOf(subject).store}:${scene.world.lineOf(pathsOf(subject).store, 'INSERT INTO')}:3`,
    before: `test('finds nothing under an unknown ${one} id'`,
    source: `test('${title}', async () => {
  await insert${upper(one)}(pool, { ...${one}, ${wish.name}: ${wish.sample} })
  expect(await find${upper(one)}(pool, ${one}.id)).toHaveProperty('${wish.name}', ${wish.sample})
})`,
  })
  scene.act(
    scene.random.pick(columnWords(wish)),
    usePatch(
      scene.world,
      'src/lib/testing.ts',
      `  await pool.query('TRUNCATE ' + table)`,
      `  await pool.query('ALTER TABLE ${snake(subject.many)} ADD COLUMN IF NOT EXISTS ${snake(wish.name)} ${sqlTypes[wish.type]}')\n  await pool.query('TRUNCATE ' + table)`,
    ),
  )
  return title
}

function summary(subject: Subject, wish: Wish, sha: string): string {
  const { rules, store, routes } = pathsOf(subject)
  return `\`${wish.name}\` is in (\`${sha}\`):

| where | what |
| --- | --- |
| \`${rules}\` | optional field on \`${upper(subject.one)}\`, hence on the draft too |
| \`${store}\` | column list and insert; a missing value is stored as NULL |
| \`${routes}\` | accepted by POST, type ${wish.type}, not required |

**Not done:** the column in the real database. The statement would be \`ALTER TABLE ${snake(subject.many)} ADD COLUMN ${snake(wish.name)} …\`; it has to be there before the next deployment, or every insert fails. A new ${plain(subject.one)} still starts as \`${ends(subject).first}\`.`
}
