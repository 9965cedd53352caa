import { expect, test } from 'vitest'
import { isServedBy } from './is-served-by.ts'

const slack = 'https://slack.com/api/'

test.each([
  ['https://files.slack.com/files-pri/T1-F1/a.png', slack, true],
  ['https://slack.com/a', slack, true],
  ['http://files.slack.com/a', slack, false],
  ['https://files.slack.com:8443/a', slack, false],
  ['https://slack.com.evil.example/a', slack, false],
  ['https://evilslack.com/a', slack, false],
  ['https://slack.com@evil.example/a', slack, false],
  ['https://me:pw@files.slack.com/a', slack, false],
  ['https://127.0.0.1/a', slack, false],
  ['file:///etc/passwd', slack, false],
  ['//files.slack.com/a', slack, false],
  ['http://127.0.0.1:7/a', 'http://127.0.0.1:7', true],
  ['http://127.0.0.1:8/a', 'http://127.0.0.1:7', false],
  ['', slack, false],
])('whether %s is served by %s: %s', (address, root, isSo) => {
  expect(isServedBy(address, root)).toBe(isSo)
})
