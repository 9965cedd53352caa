import type { Subject } from '../repo/subject.ts'
import { ends, plain, upper } from '../repo/subject.ts'
import { pathsOf } from '../repo/subject-files.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile } from '../use-files.ts'
import { test, useTerminal } from '../use-terminal.ts'
import type { Card } from './card.ts'
import { perhapsThanks, proveFixed } from './common-moves.ts'

/** A test that fails around midnight because it asks the real clock twice. */
export function stopFlake(subject: Subject): Card {
  return (scene) => {
    const { first } = ends(subject)
    const title = `a new ${subject.one} is ${first} and was created today`
    const run = scene.random.int(18000, 29999)
    scene.ask(
      scene.random.pick([
        `CI run ${run} failed in ${pathsOf(subject).test}, I pressed retry and it was green. Please find out why instead of retrying.`,
        `flaky: "${title}". happened twice this week, always at night`,
        `Can you stop this test from flaking? https://ci.harbor.example/runs/${run} — it is the third time.`,
      ]),
    )
    investigate(scene, subject, title)
    repair(scene, subject, title)
    const sha = proveFixed(scene, subject, undefined, `Use a fixed time in the ${plain(subject.one)} tests`)
    scene.answer(
      `The test asked the clock twice, and around midnight UTC the two answers are on different days. It uses the fixed \`now\` of the file like its neighbours (\`${sha}\`).\n\nVerified with 200 runs under a clock that crosses midnight: 0 failures. Before the change the first run failed. The code under test was never wrong.`,
    )
    perhapsThanks(scene, sha)
  }
}

function investigate(scene: Scene, subject: Subject, title: string): void {
  const { world } = scene
  const { test: path } = pathsOf(subject)
  scene.act(
    {
      think: `A retry that passes without a change is a test that depends on something it does not control: time, order, or a shared resource. "${title}" says "today", so time is my first guess. Run it alone, and read it.`,
    },
    useReadFile(world, path),
    test(scene, path),
  )
  world.failing.set(title, "AssertionError: expected '2026-03-02' to be '2026-03-03' // Object.is equality")
  const failed = test(scene, path)
  world.failing.delete(title)
  scene.act(
    {
      say: 'It passes at this hour. There are two calls of `new Date()` in it, so I will run it with a clock that is about to cross midnight.',
    },
    {
      ...failed,
      arguments: { command: `faketime -f '@2026-03-02 23:59:59.990' npx vitest run ${path}` },
    },
  )
}

function repair(scene: Scene, subject: Subject, title: string): void {
  const { one } = subject
  const type = upper(one)
  const { test: path } = pathsOf(subject)
  const { first } = ends(subject)
  scene.act(
    {
      think: `Reproduced. "${title}" compares the date of one instant with the date of another. The file has a constant now; use it.`,
    },
    usePatch(
      scene.world,
      path,
      `  const ${one} = create${type}(draft, new Date().toISOString())
  expect(${one}.status).toBe('${first}')
  expect(${one}.createdAt.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10))`,
      `  const ${one} = create${type}(draft, now)
  expect(${one}.status).toBe('${first}')
  expect(${one}.createdAt).toBe(now)`,
    ),
  )
  scene.act(
    {},
    useTerminal(
      `for i in $(seq 200); do faketime -f '@2026-03-02 23:59:59.990' npx vitest run ${path} >/dev/null || echo FAIL $i; done; echo done`,
      'done',
      { seconds: scene.random.int(900, 1190) / 10 },
    ),
  )
}
