import type { Scene } from '../scene.ts'
import { useListFiles, useReadFile } from '../use-files.ts'
import { useRemember } from '../use-others.ts'
import { check, gitLog, test, useTerminal } from '../use-terminal.ts'
import type { Story } from './story.ts'

const greeting = `Hi! I am Mina, I look after harbor (ferry bookings: TypeScript, Fastify, Postgres). You will work with me for the next days, mostly on small things from the tracker. Please look around first and tell me what you see. No changes yet.

Ground rules, they hold until I say otherwise:

1. Never touch the migrations folder. The DBA owns it.
2. Always run the tests before you say "done".
3. Commit messages in English, imperative, with the issue number if there is one.
4. Don't push. I push.
5. 必ず日付と時刻はUTCで保存してください。表示するときだけ現地時間に変換すること。(From Tanaka-san, but it is my rule, too.)
6. 不要在日志里打印乘客的护照号码或完整姓名。 (Lin from compliance insists.)
7. Ask before you add a dependency.`

/** The user introduces herself and her rules; the agent looks around. */
export const arrival: Story = (scene) => {
  scene.ask(greeting)
  scene.leave('rule', 'Tests before "done"; commit messages in English, imperative; nobody but Mina pushes.')
  scene.leave('rule', 'Times are stored in UTC; no passport numbers or full names of passengers in logs.')
  scene.leave('rule', 'When two readings are possible, ask.')
  lookAround(scene)
  scene.answer(
    `harbor in short:

- **Shape:** one Fastify service, ${scene.world.paths('src/').length} files under \`src/\`, one folder per subject (bookings, sailings, fares …). Each has rules, a store, routes and tests. They are alike to the point of repetition, which makes them easy to find one's way in.
- **Data:** PostgreSQL 16, ${scene.world.paths('migrations/').length} migrations, SQL by hand. Money in cents, times in UTC.
- **Health:** all tests and the checks pass on \`main\`, the working tree is clean.

Two things I noticed and did not touch: \`src/fares/fare-table.ts\` runs a query in a loop, and \`src/payments/webhook.ts\` verifies a signature over a body that was parsed and written again, which may not be what was signed.

Your seven rules are noted, the Japanese and the Chinese one included: times are stored in UTC and converted only for display; no passport numbers or full names of passengers in logs.`,
    'She asked for an overview and no changes. Keep it short, mention the two oddities because they may matter later, and confirm the rules, so that she can correct me if I misread one.',
  )
  scene.ask(
    'Exactly right. The fare table is known. One more: when you are not sure which of two things I want, ask. I prefer a question to a surprise.',
  )
  scene.act(
    {},
    useRemember('ask-when-unsure', 'Mina prefers a question to a surprise: when two readings are possible, ask.'),
  )
  scene.answer('Understood: I ask when there are two readings.')
}

function lookAround(scene: Scene): void {
  const { world } = scene
  scene.act(
    {
      think:
        'Look before anything else: the tree, the manifest, the readme and the history do not depend on each other, so ask for all at once. The rules should be kept where they survive this session.',
      say: 'Good to meet you, Mina. Looking around first.',
    },
    useListFiles(world, 'src/'),
    useReadFile(world, 'package.json'),
    useReadFile(world, 'README.md'),
    gitLog(scene, 8),
    useRemember(
      'standing-rules-mina',
      '1 never touch migrations/ (DBA owns it). 2 run tests before saying done. 3 commit messages English, imperative, issue number. 4 never push. 5 store times in UTC, convert only for display. 6 no passport numbers or full passenger names in logs. 7 ask before adding a dependency.',
    ),
  )
  scene.act(
    {},
    useReadFile(world, 'src/server.ts'),
    useReadFile(world, 'src/config.ts'),
    useReadFile(world, 'src/bookings/booking.ts'),
    useReadFile(world, 'src/fares/fare-table.ts'),
    useReadFile(world, 'src/payments/webhook.ts'),
  )
  scene.act(
    { say: 'And the state of things: tests, checks, working tree.' },
    test(scene),
    check(scene),
    useTerminal('git status --short --branch', '## main...origin/main'),
  )
}
