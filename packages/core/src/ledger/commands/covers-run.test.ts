import { expect, test } from 'vitest'
import { coversRun, runsTests } from './covers-run.ts'

test.each([
  ['npx vitest run', 'npx vitest run src/a/b.test.ts'],
  ['npx vitest run src/a', 'npx vitest run src/a/b.test.ts'],
  ['npx vitest run src/a', 'npx vitest run src/a.test.ts'],
  ['pytest', 'pytest tests/test_a.py::test_one tests/test_b.py'],
])('%s covers %s', (whole, part) => {
  expect(coversRun(whole, part)).toBe(true)
})

test.each([
  ['npm test', 'npm test'],
  ['npm test', 'npm test-all'],
  ['npm test src/a', 'npm test'],
  ['npx vitest run', 'npx vitest run --coverage src/a.ts'],
  ['npx vitest run src/a', 'npx vitest run src/a/b.test.ts && npm publish ./dist'],
  ['npm test', 'npm test slow'],
])('%s does not cover %s', (whole, part) => {
  expect(coversRun(whole, part)).toBe(false)
})

test.each([
  ['npx vitest run', true],
  ['cargo clippy', true],
  ['cd /repo && npm test', true],
  ['ls src/test', false],
  ['cat test.ts', false],
])('%s runs tests: %s', (command, runs) => {
  expect(runsTests(command)).toBe(runs)
})
