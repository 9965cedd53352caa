import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IndexedMessage, maxSegmentMessages, packSegment } from './index-segment.ts'
import { emptyMask, ordinalsOf } from './mask.ts'
import { allKeys, readSegment, theseKeys, unpackSegment } from './read-segment.ts'

const key = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }))
const messages: fc.Arbitrary<readonly IndexedMessage[]> = fc
  .uniqueArray(fc.nat(Number.MAX_SAFE_INTEGER), { minLength: 1, maxLength: maxSegmentMessages })
  .chain((numbers) =>
    fc
      .array(fc.array(key, { maxLength: 20 }), { minLength: numbers.length, maxLength: numbers.length })
      .map((keys) => numbers.map((no, i) => ({ no, keys: new Set(keys[i]) }))),
  )

/** As the server gives it: the wanted bands, one after the other. */
function read(made: readonly IndexedMessage[], keys?: readonly number[]) {
  const { head, bands } = packSegment(made)
  const wanted = keys === undefined ? allKeys : theseKeys(keys)
  return { head, bands: Buffer.concat(wanted.bands.flatMap((band) => bands[band] ?? [])) }
}

test('a segment says which message has which keys', () => {
  fc.assert(
    fc.property(messages, (made) => {
      const { keys, newest } = packSegment(made)
      const sorted = made.toSorted((a, b) => a.no - b.no)
      expect(unpackSegment(read(made))).toEqual(sorted)
      expect(new Set(keys)).toEqual(new Set(made.flatMap((message) => [...message.keys])))
      expect(newest).toBe(sorted.at(-1)?.no)
    }),
    { numRuns: 40 },
  )
})

test.each([1, 32, 33, 255, 256])('a key that %i messages have is found in just these', (count) => {
  const made = Array.from({ length: maxSegmentMessages }, (_, no) => ({
    no,
    keys: new Set(no < count ? [7, no] : [no]),
  }))
  const { having, members } = readSegment(read(made, [7]), theseKeys([7]))
  const { numbers } = members()
  const expected = new Set([...Array(count).keys(), 7])
  expect(new Set(ordinalsOf(having.get(7) ?? emptyMask()).map((ordinal) => numbers[ordinal]))).toEqual(expected)
})

test('of the keys only wanted ones are read, and how many there are is told for each message', () => {
  const made = [
    { no: 9, keys: new Set([1, -2, 3]) },
    { no: 4, keys: new Set([3]) },
  ]
  const { having, count, members } = readSegment(read(made, [-2, 8]), theseKeys([-2, 8]))
  const { numbers, sizes } = members()
  expect(count).toBe(2)
  expect([numbers, sizes]).toEqual([
    [4, 9],
    [1, 3],
  ])
  expect([...having].map(([key, mask]) => [key, ordinalsOf(mask)])).toEqual([[-2, [1]]])
})

test('segments stay readable: they are stored', () => {
  const made = [
    { no: 300, keys: new Set([5, -1]) },
    { no: 301, keys: new Set([5]) },
  ]
  const { head, bands } = packSegment(made)
  expect([head, Buffer.concat(bands)].map((bytes) => bytes.toString('hex'))).toMatchInlineSnapshot(`
    [
      "02ac02020101",
      "0105020001000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001ffffff1f0100",
    ]
  `)
})
