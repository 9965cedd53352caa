import { expect, test } from 'vitest'
import { tellingLine } from './telling-line.ts'

test.each([
  '[exit code: 0]',
  '(exit 0)',
  'exit status 0',
  'Command exited with code 0',
  'Return code: 0',
  'Exit code 1',
])('%s around an output is not what it tells', (envelope) => {
  expect(tellingLine(`12 passed\n${envelope}\n`, false)).toBe('12 passed')
})

test('a line that says more than how it ended is told', () => {
  expect(tellingLine('done\nexit code 3 means no disk', false)).toBe('exit code 3 means no disk')
})

test('colours and signs that are no text are not told', () => {
  const [esc, nul] = [27, 0].map((code) => String.fromCharCode(code))
  expect(tellingLine(`run\n${esc}[1;32m42 passed${esc}[0m (${esc}[2m3s${esc}[22m)\n`, false)).toBe('42 passed (3s)')
  expect(tellingLine(`${nul}${nul}ELF${nul}x`, false)).toBe('ELF x')
})
