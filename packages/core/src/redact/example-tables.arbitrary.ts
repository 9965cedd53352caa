import { describe, expect, test } from 'vitest'
import { readMarked } from '../testing/read-marked.ts'
import { redact } from './redact.ts'

/** Lines of examples under what they have in common. */
export type ExampleTables = Readonly<Record<string, readonly string[]>>

/** Each line loses what is marked in it and nothing else, alone and among other lines. */
export function testFound(tables: ExampleTables): void {
  describe.each(Object.entries(tables))('%s', (_, lines) => {
    test.each(lines)('%s', (line) => {
      const { text, expected } = readMarked(line)
      expect(redact(text).text).toBe(expected)
      expect(redact(expected).text).toBe(expected)
      expect(redact(`first line\n${text}\nlast line`).text).toBe(`first line\n${expected}\nlast line`)
    })
  })
}

/** Each line stays as it is, alone and among other lines. */
export function testLeftAlone(tables: ExampleTables): void {
  describe.each(Object.entries(tables))('%s', (_, lines) => {
    test.each(lines)('%s', (line) => {
      const { text } = readMarked(line)
      expect(redact(text)).toEqual({ text, found: {} })
      const framed = `first line\n${text}\nlast line`
      expect(redact(framed).text).toBe(framed)
    })
  })
}
