import type { Scene, Stage, Use } from './scene.ts'
import { runTests } from './test-run.ts'

/** The outcome of a command; by default successful and immediate. */
export interface StoryCommandEnd {
  readonly code?: number
  readonly seconds?: number
}

/** Runs a command whose output the story knows. */
export function useTerminal(command: string, output: string, ending: StoryCommandEnd = {}): Use {
  const { code = 0, seconds = 0.4 } = ending
  const text = `${output === '' ? '(no output)' : output}\n[exit code ${code}, ${seconds.toFixed(1)} s]`
  const use: Use = { name: 'terminal', arguments: { command }, result: [{ type: 'text', text }] }
  return code === 0 ? use : { ...use, failed: true }
}

/** A command that never came back. */
export function terminalTimeout(command: string, seconds: number): Use {
  return {
    name: 'terminal',
    arguments: { command, timeout: seconds },
    result: [{ type: 'text', text: `Command timed out after ${seconds} s and was killed (SIGTERM). No output.` }],
    failed: true,
  }
}

/** Runs the tests whose path contains `filter`; they fail when the world says so. */
export function test(scene: Stage, filter = ''): Use {
  const run = runTests(scene.world, scene.random, filter)
  const command = filter === '' ? 'npx vitest run' : `npx vitest run ${filter}`
  return useTerminal(command, run.output, { code: run.failed ? 1 : 0, seconds: run.seconds })
}

/** Type-checks and lints, both quiet when all is well. */
export function check(scene: Stage): Use {
  const files = scene.world.paths('src/').length
  return useTerminal(
    'npm run check',
    `> harbor@2.13.4 check\n> tsc --noEmit && eslint src\n\nchecked ${files} files, no problems`,
    { seconds: scene.random.int(60, 140) / 10 },
  )
}

export function status(scene: Stage): Use {
  const lines = scene.world.changes().map(([mark, path]) => `${mark} ${path}`)
  return useTerminal('git status --short', lines.join('\n'))
}

/** Commits everything that changed; gives the short SHA to speak of it later. */
export function commit(scene: Stage, message: string): { readonly use: Use; readonly sha: string } {
  const sha = scene.random.hex(7)
  const changed = scene.world.changes()
  const created = changed.filter(([mark]) => mark === '??').map(([, path]) => ` create mode 100644 ${path}`)
  scene.world.commit(sha, message)
  const added = scene.random.int(2, 9) * Math.max(1, changed.length)
  const count = `${changed.length} file${changed.length === 1 ? '' : 's'} changed`
  const counts = ` ${count}, ${added} insertions(+), ${scene.random.int(1, 6)} deletions(-)`
  const output = [`[main ${sha}] ${message}`, counts, ...created].join('\n')
  return { sha, use: useTerminal(`git add -A && git commit -m ${JSON.stringify(message)}`, output) }
}

export function gitLog(scene: Scene, count: number): Use {
  const lines = scene.world.history().slice(0, count)
  return useTerminal(`git log --oneline -${count}`, lines.map(([sha, message]) => `${sha} ${message}`).join('\n'))
}
