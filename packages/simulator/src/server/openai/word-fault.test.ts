import { expect, test } from 'vitest'
import { checkSettings, type SettingRule } from '../setting-rule.ts'
import { wordFault } from './word-fault.ts'

test.each<[SettingRule, unknown, string, string]>([
  [
    { kind: 'list', of: { kind: 'any' }, most: 4 },
    [1, 2, 3, 4, 5],
    'array-above-max-length',
    "Invalid 'a': array too long. Expected an array with maximum length 4, but got an array with length 5 instead.",
  ],
  [
    { kind: 'text', mostChars: 3 },
    'four',
    'string-above-max-length',
    "Invalid 'a': string too long. Expected a string with maximum length 3, but got a string with length 4 instead.",
  ],
  [
    { kind: 'text', leastChars: 1 },
    '',
    'string-below-min-length',
    "Invalid 'a': empty string. Expected a string with minimum length 1, but got an empty string instead.",
  ],
  [
    { kind: 'map', of: { kind: 'any' }, most: 1 },
    { b: 1, c: 2 },
    'object-above-max-properties',
    "Invalid 'a': too many properties. Expected an object with at most 1 properties, but got an object with 2 properties instead.",
  ],
  [
    { kind: 'integer', least: 1 },
    0,
    'integer-below-min-value',
    "Invalid 'a': integer below minimum value. Expected a value >= 1, but got 0 instead.",
  ],
])('a bound is told with what was got: %j', (setting, value, rule, message) => {
  const [fault] = checkSettings({ a: value as never }, { a: setting })
  expect(fault && wordFault(fault)).toEqual({ path: 'a', rule, message })
})
