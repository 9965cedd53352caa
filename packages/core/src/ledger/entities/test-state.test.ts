import { expect, test } from 'vitest'
import { ledgerOf, ran, statesOf } from './told-state.arbitrary.ts'

const runs: readonly (readonly [command: string, output: string, name: string])[] = [
  [
    'pytest -q',
    'FAILED tests/test_cart.py::test_total[a b] - assert 1 == 2\n1 failed, 3 passed in 0.12s',
    'tests/test_cart.py::test_total[a b]',
  ],
  [
    'npx vitest run',
    ' FAIL  src/cart.test.ts > cart > adds up\nAssertionError: no\n\n Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 8 passed (9)\n',
    'src/cart.test.ts > cart > adds up',
  ],
  [
    'npx jest',
    'FAIL src/cart.test.js (5.1 s)\n  ● cart › adds up\n\n    expect(1)\n\nTests:       1 failed, 8 passed, 9 total',
    'src/cart.test.js › cart › adds up',
  ],
  [
    'go test ./...',
    '--- FAIL: TestTotal (0.00s)\n    cart_test.go:9: no\nFAIL\nFAIL\texample.com/shop/cart\t0.01s\nok  \texample.com/shop/user\t0.2s\nFAIL',
    'example.com/shop/cart TestTotal',
  ],
  [
    'cargo test',
    'test cart::adds_up ... FAILED\ntest cart::empty ... ok\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored',
    'cart::adds_up',
  ],
  [
    'npx mocha',
    '  3 passing (8ms)\n  1 failing\n\n  1) cart\n       with a voucher\n         adds up:\n\n      AssertionError: no',
    'cart with a voucher adds up',
  ],
  [
    'bundle exec rspec',
    '9 examples, 1 failure\n\nrspec ./spec/cart_spec.rb:12 # Cart adds up',
    './spec/cart_spec.rb # Cart adds up',
  ],
  ['node --test', '✔ empty (0.2ms)\n✖ adds up (1.2ms)\nℹ tests 2\nℹ pass 1\nℹ fail 1\n', 'adds up'],
  [
    'vendor/bin/phpunit',
    '1) App\\CartTest::testTotal\nno\n\nTests: 5, Assertions: 9, Failures: 1.',
    'App\\CartTest::testTotal',
  ],
  [
    'mvn test',
    '[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0\n[ERROR]   CartTest.addsUp:12 expected: <1>\n[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0',
    'CartTest.addsUp',
  ],
  [
    './gradlew test',
    'CartTest > addsUp() FAILED\n    AssertionError\n\n4 tests completed, 1 failed',
    'CartTest > addsUp()',
  ],
  [
    'python -m unittest',
    'FAIL: test_total (test_cart.CartTest)\nAssertionError\n\nRan 4 tests in 0.01s\n\nFAILED (failures=1)',
    'test_total (test_cart.CartTest)',
  ],
  [
    'bun test',
    'src/cart.test.ts:\n(fail) cart > adds up [1.2ms]\n\n 8 pass\n 1 fail',
    'src/cart.test.ts › cart > adds up',
  ],
]
const passed: Readonly<Record<string, string>> = {
  'pytest -q': '4 passed in 0.11s',
  'npx vitest run': ' Test Files  3 passed (3)\n      Tests  9 passed (9)',
  'npx jest': 'Tests:       9 passed, 9 total',
  'go test ./...': 'ok  \texample.com/shop/cart\t0.01s\nok  \texample.com/shop/user\t(cached)',
  'cargo test': 'test result: ok. 2 passed; 0 failed; 0 ignored',
  'npx mocha': '  4 passing (8ms)',
  'bundle exec rspec': '9 examples, 0 failures',
  'node --test': 'ℹ tests 2\nℹ pass 2\nℹ fail 0',
  'vendor/bin/phpunit': 'OK (5 tests, 9 assertions)',
  'mvn test': '[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 0',
  './gradlew test': '4 tests completed',
  'python -m unittest': 'Ran 4 tests in 0.01s\n\nOK',
  'bun test': ' 9 pass\n 0 fail',
}

test.each(runs)('`%s` tells which test fails, and later that it passes', (command, output, name) => {
  const failing = ran(command, output, { isError: true })
  expect(statesOf('test', failing)).toEqual({ [name]: 'fails' })
  expect(statesOf('test', failing, ran(`${command} 2>&1 | tail -5`, passed[command]))).toEqual({ [name]: 'passes' })
})

const [, [vitest, broken] = ['', '']] = runs
const name = 'src/cart.test.ts > cart > adds up'
const green = ' Test Files  1 passed (1)\n      Tests  3 passed (3)'

test.each([
  ['npx vitest run src/cart.test.ts', green, 'passes'],
  ['npx vitest run src', green, 'fails'],
  ['npx vitest run src/', green, 'passes'],
  ['npx vitest run src/user.test.ts', green, 'fails'],
  ['npx vitest run -t "adds up"', green, 'passes'],
  ['npx vitest run -t "is empty"', green, 'fails'],
  ['cd packages/other && npx vitest run', green, 'fails'],
  [
    'npx vitest run 2>&1 | tail -3',
    ' Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 7 passed (9)',
    'fails',
  ],
  ['npx vitest run', 'Error: Cannot find module', 'fails'],
])('after `%s` (%s) a test that failed %s', (command, output, state) => {
  expect(statesOf('test', ran(vitest, broken), ran(command, output))).toMatchObject({ [name]: state })
})

test('tests beyond the first are counted, and so are those that no line names', () => {
  const names = Array.from({ length: 40 }, (_, i) => `FAILED tests/test_a.py::test_${i} - no`)
  const { entities } = ledgerOf(ran('pytest', `${names.join('\n')}\n40 failed, 2 passed in 1.00s`))
  expect(entities).toHaveLength(16)
  expect(entities.at(-1)).toMatchObject({ name: 'pytest', state: 'fails', count: 25 })
  const cut = ran('pytest | tail -1', '40 failed, 2 passed in 1.00s')
  expect(ledgerOf(cut).entities).toMatchObject([{ name: 'pytest', state: 'fails', count: 40 }])
  expect(ledgerOf(cut, ran('pytest', '42 passed in 1.00s')).entities).toEqual([])
})

test('what a file or a log says about tests is no run', () => {
  expect(statesOf('test', ran('cat README.md', broken), ran('git show HEAD', broken))).toEqual({})
})

test('colours, and the names of packages before each line, are looked through', () => {
  const coloured = broken.replace('FAIL', '\u001b[41mFAIL\u001b[49m').replace(/^/gm, '@shop/cart:test: ')
  expect(statesOf('test', ran('turbo run test', coloured))).toEqual({ [name]: 'fails' })
})
