import type { Subject } from '../repo/subject.ts'
import { pathsOf } from '../repo/subject-files.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile } from '../use-files.ts'
import { check, commit, status, terminalTimeout, test, useTerminal } from '../use-terminal.ts'

/** A finding of a job's tests: the title of the test, and how it fails before the fix. */
export interface Finding {
  readonly title: string
  readonly failure: string
  readonly source: string
  readonly path: string
  /** The test that comes first in the file; the new one goes before it. */
  readonly before: string
}

const testFirst = [
  'First a test that fails for the right reason.',
  'I will pin the behaviour down with a test before touching the code.',
  'Writing the reproduction as a test.',
  'Let me see it fail in a test first.',
  'A test that shows the problem, then the fix.',
]

/** Writes a test and sees it fail. */
export function proveBroken(scene: Scene, finding: Finding): void {
  const { world, random } = scene
  scene.act(
    { say: random.pick(testFirst) },
    usePatch(world, finding.path, finding.before, `${finding.source}\n\n${finding.before}`),
  )
  world.failing.set(finding.title, finding.failure)
  scene.act({}, test(scene, finding.path))
}

const checkingThoughts = [
  'That should do. The folder is small, so run all of it, and the type checker, before committing.',
  'Run the new test with its neighbours, and the checker; they do not depend on each other.',
  'The rule says tests before I say done, so the whole folder and the checks.',
  'Nothing else calls this. Tests of the folder and the types, then commit.',
  'Before I believe it: the tests of the folder, and the types.',
]

/** Sees the tests pass, checks the rest, and commits; gives the SHA. */
export function proveFixed(scene: Scene, subject: Subject, title: string | undefined, message: string): string {
  const { world, random } = scene
  const { rules } = pathsOf(subject)
  const folder = rules.slice(0, rules.lastIndexOf('/'))
  if (title !== undefined) world.failing.delete(title)
  if (random.chance(0.25)) stumble(scene, folder)
  const words = random.chance(0.6) ? { think: random.pick(checkingThoughts) } : {}
  scene.act(words, test(scene, folder), check(scene))
  const state = status(scene)
  const { use, sha } = commit(scene, message)
  if (random.chance(0.5)) scene.act({}, state)
  scene.act({}, use)
  return sha
}

/** Plays a mishap of a real machine: unrelated to the job, and over after a second try. */
function stumble(scene: Scene, folder: string): void {
  const { random } = scene
  switch (random.int(0, 3)) {
    case 0:
      scene.act({}, terminalTimeout(`npx vitest run ${folder}`, 120))
      scene.act(
        {
          think:
            'No output at all, so it hung before the first test: most likely the database container was still starting.',
        },
        useTerminal(
          'docker compose ps --format "{{.Name}} {{.Status}}"',
          `harbor-postgres-1 Up ${random.int(4, 40)} seconds (healthy)`,
        ),
      )
      break
    case 1:
      scene.act(
        {},
        useTerminal(
          'npm run chek',
          'npm error Missing script: "chek"\nnpm error\nnpm error Did you mean this?\nnpm error   npm run check',
          { code: 1 },
        ),
      )
      break
    case 2:
      scene.act({}, useReadFile(scene.world, `${folder}/index.ts`))
      break
    default:
      scene.act(
        {},
        useTerminal(
          `npx vitest run ${folder}`,
          `Error: connect ECONNREFUSED 127.0.0.1:5433\n    at TCPConnectWrap.afterConnect [as oncomplete] (node:net:1637:16)`,
          { code: 1, seconds: 1.8 },
        ),
      )
      scene.act(
        { say: 'Postgres is not up. Starting it and trying again.' },
        useTerminal(
          'docker compose up -d --wait postgres',
          ` Container harbor-postgres-1  Started\n Container harbor-postgres-1  Healthy`,
          { seconds: 6.2 },
        ),
      )
  }
}

const thanks = [
  'thanks',
  'ok 👍',
  'Nice, thank you.',
  'perfect',
  'good.',
  'Looks right to me, merged.',
  'great, ship it 🚢',
  '好的,谢谢',
  'ありがとう!',
]

/** Sometimes people just say thanks, and the agent is brief about it. */
export function perhapsThanks(scene: Scene, sha: string): void {
  const { random } = scene
  if (!random.chance(0.2)) return
  scene.ask(random.pick(thanks))
  scene.answer(
    random.pick([
      `Anything else on top of \`${sha}\`?`,
      'Ready for the next one.',
      `👍 The working tree is clean at \`${sha}\`.`,
      'You are welcome. Nothing is left over from this one.',
    ]),
  )
}

export function issueNumber(scene: Scene): number {
  return scene.random.int(1100, 4400)
}
