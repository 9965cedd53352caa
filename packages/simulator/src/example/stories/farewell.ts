import type { Scene } from '../scene.ts'
import { usePatch, useReadFile, useWriteFile } from '../use-files.ts'
import { todo } from '../use-others.ts'
import { check, commit, gitLog, status, test } from '../use-terminal.ts'
import type { Story } from './story.ts'

/** The last request: release notes and what is still open. The session ends on its answer. */
export const farewell: Story = (scene) => {
  scene.ask(
    'Last one for today: prepare 2.14.0. Changelog from what we did, version in package.json, everything green, one commit, no tag. And then give me the list of what is still open, so that I can hand over to Jonas.',
  )
  scene.act(
    {
      think:
        'The changelog comes from the commits of this session. Look at them rather than trusting memory, and at the state of the tree.',
    },
    todo(
      ['in_progress', 'Collect the commits'],
      ['pending', 'CHANGELOG.md'],
      ['pending', 'Version'],
      ['pending', 'Tests and checks'],
      ['pending', 'Hand-over list'],
    ),
    gitLog(scene, 40),
    status(scene),
    useReadFile(scene.world, 'CHANGELOG.md'),
    useReadFile(scene.world, 'package.json', 1, 8),
  )
  const sha = release(scene)
  scene.answer(handOver(scene, sha))
}

function release(scene: Scene): string {
  const { world } = scene
  const lines = world
    .history()
    .slice(0, 40)
    .map(([sha, message]) => `- ${message} (${sha})`)
  scene.act(
    {},
    useWriteFile(
      world,
      'CHANGELOG.md',
      `# Changelog\n\n## 2.14.0 (${scene.clock.day()})\n\n- 出発時刻を港の現地時間で表示 / Departures are shown in the time of the port\n${lines.join('\n')}\n`,
    ),
    usePatch(world, 'package.json', '"version": "2.13.4"', '"version": "2.14.0"'),
  )
  scene.act({ say: 'Everything once more before I call it done.' }, test(scene), check(scene))
  const { use, sha } = commit(scene, 'Release 2.14.0')
  scene.act(
    {},
    use,
    todo(
      ['completed', 'Collect the commits'],
      ['completed', 'CHANGELOG.md'],
      ['completed', 'Version'],
      ['completed', 'Tests and checks'],
      ['in_progress', 'Hand-over list'],
    ),
  )
  return sha
}

function handOver(scene: Scene, sha: string): string {
  const sections = [
    section('Open, for Jonas', scene.left('open')),
    section('Rules that hold now', scene.left('rule')),
    section('Decided against', scene.left('rejected')),
  ]
  return [`2.14.0 is ready: \`${sha}\`, tests and checks green, not tagged, not pushed.`, ...sections].join('\n\n')
}

function section(title: string, lines: readonly string[]): string {
  return [`**${title}**`, '', ...(lines.length === 0 ? ['Nothing.'] : lines.map((line) => `- ${line}`))].join('\n')
}
