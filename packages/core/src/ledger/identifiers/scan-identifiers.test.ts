import { expect, test } from 'vitest'
import { normalisePath } from '../files/paths.ts'
import { identifiersOf } from './identifiers-of.ts'

test.each([
  ['listens on port 8080', '8080'],
  ['"ports":\n3000', '3000'],
  ['it costs EUR 125', 'EUR 125'],
  ['共500元', '500元'],
])('what a number means is told by the words around it: %s', (text, found) => {
  expect(identifiersOf(text)).toEqual([found])
})

test.each(['line 8080', 'port of call 8080', '8080', 'port\n\n\n\n\n\n\n\n\n\n8080', '1\tfoo\n2\tbar'])(
  'a bare number means nothing: %j',
  (text) => {
    expect(identifiersOf(text)).toEqual([])
  },
)

test.each([
  ['src/a.go-12-', 'src/a.go'],
  ['src/a.go-12', 'src/a.go'],
  ['src/a.go:12:', 'src/a.go'],
  ['src/a-12-', 'src/a-12-'],
  ['src/a.verylongone-12-', 'src/a.verylongone-12-'],
  ['src/a.go-x-', 'src/a.go-x-'],
])('a path loses the place that a search puts after it: %s', (raw, path) => {
  expect(normalisePath(raw)).toBe(path)
})

test.each([
  ['see https://x.io/a?token=[REDACTED]&b=1, then', 'https://x.io/a?token=[REDACTED]&b=1'],
  ['postgres://u:[REDACTED]@db:5432/a?k=[REDACTED]', 'postgres://u:[REDACTED]@db:5432/a?k=[REDACTED]'],
  ['at http://[::1]:8080/x.', 'http://[::1]:8080/x'],
  ['[https://x.io/a]', 'https://x.io/a'],
  ['[a](https://x.io/a)[b]', 'https://x.io/a'],
])('an address ends at a bracket only where none was opened in it: %s', (text, found) => {
  expect(identifiersOf(text)).toContain(found)
})
