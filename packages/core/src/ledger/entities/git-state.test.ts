import { expect, test } from 'vitest'
import type { Message } from '../../message/message.ts'
import { ledgerOf, ran, statesOf } from './told-state.arbitrary.ts'

test.each([
  ['git checkout -b fix/login', '', 'fix/login'],
  ['git switch -c fix/login', '', 'fix/login'],
  ['cd /repo && git checkout main 2>&1', "Switched to branch 'main'\nYour branch is up to date.", 'main'],
  ['git status', 'On branch develop\nnothing to commit, working tree clean', 'develop'],
  ['git status -sb', '## feat/a.b...origin/feat/a.b [ahead 1]\n M src/a.ts', 'feat/a.b'],
  ['git branch --show-current', 'release-2\n', 'release-2'],
  ['git branch', '  main\n* topic/x\n', 'topic/x'],
  ['git add -A && git commit -m "Fix: it"', '[topic 1a2b3c4] Fix: it\n 1 file changed', 'topic'],
  ['git -c user.name=x commit -qm "a" -m "b"; git rev-parse --abbrev-ref HEAD', 'topic', 'topic'],
])('after `%s` the branch is known', (command, output, name) => {
  expect(statesOf('branch', ran(command, output))).toEqual({ [name]: 'current' })
})

test.each([
  ['git checkout -b x', "fatal: a branch named 'x' already exists", { isError: true }],
  ['git checkout -b x', "fatal: a branch named 'x' already exists", {}],
  ['git checkout src/app.ts', 'Updated 1 path from the index', {}],
  ['cat notes.md', 'On branch x', {}],
  ['git log --oneline', '[x 1a2b3c4] no commit\n* y', {}],
  ['git worktree add ../look HEAD', 'HEAD is now at 1a2b3c4', {}],
] as const)('after `%s` (%s) no branch is claimed', (command, output, more) => {
  expect(statesOf('branch', ran(command, output, more))).toEqual({})
})

test('a branch takes the place of the one before, unless it is in a folder of its own', () => {
  const states = statesOf(
    'branch',
    ran('git -C /repo status', 'On branch main'),
    ran('git -C /repo checkout -b one'),
    ran('git -C /repo worktree add ../two -b two', 'Preparing worktree'),
  )
  expect(states).toEqual({ main: 'left', one: 'current', two: 'current' })
})

test('a line that fails after a commit still says on which branch it was made', () => {
  const push = ran('git commit -qam x; git push', '[topic 1a2b3c4] x\n ! [rejected] topic', { isError: true })
  expect(statesOf('branch', push)).toEqual({ topic: 'current' })
})

test('a file is committed by the commit that was told of it, until it is changed again', () => {
  const edit = (path: string) => ran(`sed -i s/a/b/ ${path}`)
  const git = (...messages: readonly (readonly Message[])[]) =>
    Object.fromEntries(ledgerOf(...messages).files.map((file) => [file.path, file.git]))
  const before = [edit('/repo/src/a.ts'), edit('/repo/src/b.ts')]
  const add = ran('cd /repo && git add src/a.ts')
  const commit = ran('git commit -m x', '[main 1a2b3c4] x')
  expect(git(...before, add)).toMatchObject({ '/repo/src/a.ts': 'staged', '/repo/src/b.ts': undefined })
  expect(git(...before, add, commit)).toMatchObject({ '/repo/src/a.ts': 'committed', '/repo/src/b.ts': undefined })
  expect(git(...before, add, commit, edit('/repo/src/a.ts'))).toMatchObject({ '/repo/src/a.ts': undefined })
  expect(git(...before, ran('cd /repo && git add . && git commit -m x', '[main 1a2b3c4] x'))).toMatchObject({
    '/repo/src/a.ts': 'committed',
    '/repo/src/b.ts': 'committed',
  })
  const failed = ran('git add -A && git commit -m x', 'lint failed', { isError: true })
  expect(git(...before, failed)).toMatchObject({ '/repo/src/a.ts': undefined })
})
