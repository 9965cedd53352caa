import { verboseTestLog } from '../bulk/test-log.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile } from '../use-files.ts'
import { check, commit, test, useTerminal } from '../use-terminal.ts'
import type { Story } from './story.ts'

const file = 'src/manifests/manifest-export.ts'
const testFile = 'src/manifests/manifest-export.test.ts'
const title = 'sorts people by name in the same way on every machine'
const right = `['ANDERSEN;adult;41', 'ZIMMER;adult;28', 'ÅBERG;child;9']`
const wrong = `['ÅBERG;child;9', 'ANDERSEN;adult;41', 'ZIMMER;adult;28']`

/** The whole suite runs with all its noise; the agent fixes the wrong file and is corrected. */
export const redPipeline: Story = (scene, bulkChars) => {
  scene.ask(
    `CI is red on main since 14:20, run https://ci.harbor.example/runs/${scene.random.int(18000, 29999)}. It is green on my machine. They switched the runner image to node:22-alpine this morning, maybe that?`,
  )
  runAll(scene, bulkChars)
  mendTest(scene)
  scene.ask(
    'no, not that file. The test is right: the coast guard expects Å at the END, that is how Nordic names sort. Fix manifest-export.ts.',
  )
  mendCode(scene)
  const { use, sha } = commit(scene, 'Sort manifests in Nordic order on every machine')
  scene.act({}, use)
  scene.answer(
    `You are right, and I was wrong to adapt the expectation: the test described the requirement, the code depended on the machine.

\`localeCompare\` without a locale uses the default of the process. Your machine runs with \`sv_SE\`, where Å comes last; the new Alpine runner has no locale set and sorts Å next to A. \`${file}\` names its collation now (\`new Intl.Collator('sv')\`), and the test file is exactly as it was before. The manifest tests pass here and with \`LANG=C\`, which sorts like the runner; commit \`${sha}\`.`,
  )
}

function runAll(scene: Scene, bulkChars: number): void {
  const { world, random } = scene
  world.failing.set(
    title,
    `AssertionError: expected [ 'ÅBERG;child;9', …(2) ] to deeply equal [ 'ANDERSEN;adult;41', …(2) ]\n\n- Expected\n+ Received\n\n  Array [\n+   "ÅBERG;child;9",\n    "ANDERSEN;adult;41",\n    "ZIMMER;adult;28",\n-   "ÅBERG;child;9",\n  ]`,
  )
  scene.act(
    {
      think:
        'Green there, red on a new image: environment. Run the suite in the same image, verbosely, so that I see the order of things as well.',
    },
    useTerminal(
      'docker run --rm -v "$PWD":/app -w /app node:22-alpine npx vitest run --reporter=verbose',
      verboseTestLog(world, random, bulkChars),
      { code: 1, seconds: 94.2 },
    ),
  )
  scene.act(
    { say: 'One failure in all of that: the order of names in the manifest.' },
    useReadFile(world, testFile),
    useReadFile(world, file),
    useReadFile(world, 'src/manifests/manifest-fixtures.ts'),
  )
}

function mendTest(scene: Scene): void {
  const { world } = scene
  scene.act(
    { think: 'In alphabetical order Å stands with A, so the expectation looks wrong.' },
    usePatch(world, testFile, right, wrong),
  )
  world.failing.delete(title)
  scene.act({}, test(scene, testFile))
  scene.answer(
    `The failing test is *${title}*. It expected Å after Z; the new image sorts it next to A. I adjusted the expectation in \`${testFile}\`, and it passes in the Alpine image. Not committed yet.`,
  )
}

function mendCode(scene: Scene): void {
  const { world } = scene
  scene.act(
    { say: 'Understood. Taking the test back first.' },
    usePatch(world, testFile, wrong, right),
    useReadFile(world, testFile),
  )
  scene.act(
    {},
    usePatch(
      world,
      file,
      '[...passengers].sort((a, b) => a.fullName.localeCompare(b.fullName))',
      '[...passengers].sort((a, b) => nordic.compare(a.fullName, b.fullName))',
    ),
    usePatch(
      world,
      file,
      `/** The file that the coast guard reads`,
      `/** Å, Ä and Ö come after Z, as the coast guard has it, whatever the locale of the machine. */\nconst nordic = new Intl.Collator('sv')\n\n/** The file that the coast guard reads`,
    ),
  )
  scene.act(
    {},
    test(scene, 'src/manifests'),
    check(scene),
    useTerminal('LANG=C npx vitest run src/manifests --reporter=dot', '·'.repeat(10), { seconds: 1.9 }),
  )
}
