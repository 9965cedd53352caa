import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ending } from './exit-code.ts'

test.each(['', '\n', ' \r\n\t'])('a JSON object tells its exit code, whatever blanks follow it: %j', (blanks) => {
  expect(ending(`{"exit_code":3,"output":"no"}${blanks}`)).toEqual({ exitCode: 3, output: 'no' })
})

test('what opens like JSON and closes in words tells its exit code in words', () => {
  const text = '{"exit_code":3}\n[exit code 1, 0.2 s]'
  expect(ending(text)).toEqual({ exitCode: 1, output: text })
})

test('every JSON object is read as one', () => {
  const blank = fc.stringMatching(/^[ \t\r\n]{0,3}$/)
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), blank, (value, blanks) => {
      const text = `${JSON.stringify({ ...value, returncode: 7, output: 'it' })}${blanks}`
      expect(ending(text).output).toBe('it')
    }),
  )
})
