import { describe, expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { assistant, call, result, user } from '../../testing/build.ts'
import { estimateText } from '../../tokens/estimate-text.ts'
import { identifiersOf } from '../identifiers/identifiers-of.ts'
import { emptyLedger } from '../ledger.ts'
import { readFacts } from '../read-facts.ts'
import { shownPaths } from '../survival/shown-paths.ts'
import { survivalOf } from '../survival/survival-of.ts'
import { readIndex } from './read-index.ts'
import { renderConstraints, renderIndex } from './render-index.ts'

const paths = ['core/cut', 'core/view', 'core/log/entry', 'agent/loop'].map(
  (name) => `/home/me/project/packages/${name}.ts`,
)
const messages = [
  user('Never push to main. Fix #12.'),
  ...paths.flatMap((path, i) => [assistant(call('edit', { path, new_string: 'x' }, `c${i}`)), result(`c${i}`, 'ok')]),
  assistant(call('bash', { command: 'npm test' }, 't')),
  result('t', 'Error: two tests failed\nexit code: 1'),
  user('You can push to main now.'),
  user("Always squash. Let's go with SQLite."),
]
const ledger = readFacts(
  emptyLedger,
  messages.map((message, i) => ({ id: entryId(`e${i}`), message })),
)
const render = (maxTokens: number) => renderIndex(ledger, { maxTokens, countText: estimateText })

describe('the index', () => {
  test('lists paths as a tree, identifiers on a line, and facts by kind', () => {
    expect(render(1_000)).toBe(
      [
        'Paths by folder (* changed):',
        '/home/me/project/packages/',
        ' agent/ loop.ts*',
        ' core/ cut.ts* view.ts*',
        '  log/ entry.ts*',
        'Identifiers:',
        '#12',
        'Commands:',
        '- `npm test` -> exit 1: Error: two tests failed',
        'Errors:',
        '- Error: two tests failed',
        'Decisions:',
        '- user: "Let\'s go with SQLite."',
        'Rules that no longer hold:',
        '- "Never push to main." (#0, cancelled by "You can push to main now.": no longer holds)',
      ].join('\n'),
    )
  })

  test.each([0, 1, 10, 30, 60, 100, 150])('takes no more than %i tokens', (maxTokens) => {
    expect(estimateText(render(maxTokens))).toBeLessThanOrEqual(maxTokens)
  })

  test('is the same bytes for the same ledger', () => {
    expect(renderIndex(JSON.parse(JSON.stringify(ledger)), { maxTokens: 200, countText: estimateText })).toBe(
      render(200),
    )
  })

  test('leaves out what stands elsewhere', () => {
    const shown = `We are at ${paths[1]} (#12), and npm test`
    const index = renderIndex(ledger, { maxTokens: 1_000, countText: estimateText, shown })
    expect(index).not.toContain('#12')
    expect(index).not.toContain('view.ts')
    expect(index).toContain('`npm test`')
  })

  test('lists what was changed where only its name is shown, after all that is not shown', () => {
    const shown = `ok ${paths[1]}\nok ${paths[3]}`
    const listed = (maxTokens: number, listsChanges: boolean) =>
      readIndex(renderIndex(ledger, { maxTokens, countText: estimateText, shown, listsChanges })).files
    expect(listed(1_000, false).map(({ path }) => path)).toEqual([paths[0], paths[2]])
    const all = listed(1_000, true)
    expect(all).toHaveLength(paths.length)
    expect(all).toEqual(expect.arrayContaining(paths.map((path) => ({ path, touch: 'changed' }))))
    expect(listed(42, true).map(({ path }) => path)).toEqual([paths[0], paths[2]])
  })

  test('shows every path it lists', () => {
    expect(paths.filter((path) => !shownPaths(render(1_000), paths)(path))).toEqual([])
    const gone = '/home/me/project/packages/core/gone.ts'
    expect(shownPaths(render(1_000), [gone])(gone)).toBe(false)
  })
})

test('of a file that is known by two names the longer one is listed', () => {
  const [full = ''] = paths
  const short = full.slice('/home/me/project/'.length)
  const calls = [short, short, full].map((path, i) => assistant(call('read', { path }, `c${i}`)))
  const read = readFacts(
    emptyLedger,
    calls.map((message, i) => ({ id: entryId(`e${i}`), message })),
  )
  expect(renderIndex(read, { maxTokens: 500, countText: estimateText })).toBe(
    'Paths by folder (* changed):\n/home/me/project/packages/core/ cut.ts',
  )
})

test('errors that differ are told apart from one that came again, and the index can be read back', () => {
  const origin = { entry: entryId('e1'), at: 1 }
  const errors = [
    { ...origin, line: 'Error: disk full', times: 3 },
    { ...origin, line: 'FAILED test_9.py', times: 130, varied: true as const },
    { ...origin, line: 'Error: ×2 is odd', times: 1 },
  ]
  const decisions = [{ ...origin, text: 'We call it "x" now.', by: 'assistant' as const }]
  const index = renderIndex({ ...emptyLedger, errors, decisions }, { maxTokens: 500, countText: estimateText })
  expect(index).toContain('- Error: disk full ×3\n')
  expect(index).toContain('- FAILED test_9.py (and 129 like it)\n')
  const back = readIndex(index)
  for (const { entry, at, ...error } of errors) expect(back.errors).toContainEqual(expect.objectContaining(error))
  expect(back.decisions).toEqual([{ by: 'assistant', text: 'We call it "x" now.' }])
})

test('standing rules are rendered word for word, ended ones on demand', () => {
  expect(renderConstraints(ledger)).toBe('- "Always squash." (#12)')
  expect(renderConstraints(ledger, { withEnded: true })).toContain(
    '- "Never push to main." (#0, cancelled by "You can push to main now.": no longer holds)',
  )
  expect(renderConstraints(emptyLedger)).toBe('')
})

test('survival counts what a view still shows, per kind', () => {
  const survival = survivalOf(ledger, `${render(1_000)}\n${renderConstraints(ledger)}`)
  expect(survival).toMatchObject({
    constraints: { inContext: 1, total: 1 },
    files: { inContext: 4, total: 4 },
    commands: { inContext: 1, total: 1 },
    errors: { inContext: 1, total: 1 },
    requests: { inContext: 1, total: 3 },
  })
  expect(survivalOf(ledger, '').files).toEqual({ inContext: 0, total: 4 })
})

test('identifiers of a summary can be checked one by one', () => {
  expect(identifiersOf('Changed `src/a.ts` and README.md (see #7, TS2322) at deadbee1; ran it twice.')).toEqual([
    'src/a.ts',
    '#7',
    'TS2322',
    'deadbee1',
    'README.md',
  ])
})
