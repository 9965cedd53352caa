import { expect, test } from 'vitest'
import { isGoOn } from './go-on.ts'

test.each([
  ...[
    'ok, go on',
    'Yes, please continue.',
    'yes, do that',
    'Sounds good.',
    'LGTM, continue with the next step',
    'y',
    'go',
  ],
  ...['👍', '👍🏽 continue', '✅', 'try again', 'Thanks, perfect!', '2', 'b)', 'option 1', 'the second one'],
  ...["Oui, continue s'il te plaît", 'Ja, mach bitte weiter.', 'Sí, adelante.', 'да, продолжай'],
  ...['はい、続けてください。', '好的，继续吧', '好的继续', '네, 계속해주세요'],
])('asks for nothing of its own: %s', (text) => expect(isGoOn(text)).toBe(true))

test.each([
  ...['', 'no', 'stop', 'commit', 'run the tests', 'next file', 'both files', 'again, but in red', 'yes but use tabs'],
  ...['2 more tests', 'a test', 'good morning', '对不对', '可以用tabs吗', '行不行', `ok ${'and fix '.repeat(5)}`],
])('asks for something, or says no: %s', (text) => expect(isGoOn(text)).toBe(false))
