import { entryId } from '@palimpsest/core/log'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createLcmStand, type LcmStand } from './lcm-stand.arbitrary.ts'
import { talkText, talkTurns } from './lcm-talk.arbitrary.ts'

/** The places of all originals that a view represents, in its order. */
async function covered(stand: LcmStand): Promise<readonly number[]> {
  const below = async (id: string): Promise<readonly number[]> => {
    const entry = await stand.store.message(entryId(id))
    if (entry?.standsFor === undefined) return entry?.index === undefined ? [] : [entry.index]
    return (await Promise.all(entry.standsFor.map(below))).flat()
  }
  return (await Promise.all((await stand.view()).map(({ id }) => below(id)))).flat()
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

test('entries that are sent again after a restart are there once, before and after a compaction', async () => {
  const stand = await createLcmStand()
  const turns = talkTurns(0, 14)
  const entries = turns.map((message, i) => ({ id: entryId(`same-${i}`), message }))
  const root = (await stand.store.conversation('talk' as never))?.tip ?? expect.unreachable('no conversation')
  await stand.store.append(root, 0, entries, 5)
  await stand.store.append(root, 0, entries, 6).catch(() => undefined)
  await stand.store.append(root, 4, entries.slice(4), 7).catch(() => undefined)
  expect(await covered(stand)).toEqual(upTo(entries.length))
  expect((await stand.compact()).kind).toBe('committed')
  const { id, nextSeq } = await stand.store.compressionTip(root)
  for (const seq of [0, nextSeq]) await stand.store.append(id, seq, entries.slice(-4), 8).catch(() => undefined)
  expect(await covered(stand)).toEqual(upTo(entries.length))
  expect(await stand.problems()).toEqual([])
})

test('fifty results that say the same are fifty entries, and each is represented', async () => {
  const stand = await createLcmStand()
  const same = talkText(900, 3)
  for (let n = 0; n < 50; n++) {
    await stand.say([
      user('Look again.'),
      assistant(call('terminal', { command: 'ls' }, `again-${n}`)),
      result(`again-${n}`, same),
    ])
    await stand.compact()
  }
  expect(await covered(stand)).toEqual(upTo(150))
  expect(await stand.problems()).toEqual([])
  for (const n of [0, 24, 49]) expect(await stand.use('lcm_read', { message: `#${3 * n + 2}` })).toContain(same)
})

test('two results of one call id are two entries, and each is read back with its own words', async () => {
  const stand = await createLcmStand()
  for (const words of ['the first output', 'the second output'])
    await stand.say([user('Run it.'), assistant(call('terminal', {}, 'call_0')), result('call_0', words)])
  await stand.say(talkTurns(0, 14))
  expect((await stand.compact()).kind).toBe('committed')
  expect(await covered(stand)).toEqual(upTo(6 + 14 * 4))
  expect(await stand.use('lcm_read', { message: '#2' })).toContain('the first output')
  expect(await stand.use('lcm_read', { message: '#5' })).toContain('the second output')
  expect(await stand.problems()).toEqual([])
})

test('a long request that was shown in short becomes part of a record, not of the note below', async () => {
  const stand = await createLcmStand()
  await stand.say(talkTurns(0, 2))
  const [request] = await stand.say([user(`Sort the cranes by age. ${talkText(40_000, 1)}`)])
  expect((await stand.compact()).kind).toBe('committed')
  const short = (await stand.view()).find(({ standsFor }) => standsFor?.[0] === request)
  expect(short?.standsFor).toEqual([request])
  await stand.say(talkTurns(2, 14))
  expect((await stand.compact()).kind).toBe('committed')
  const above = (await stand.view()).filter(({ standsFor }) => standsFor?.includes(short?.id ?? ('none' as never)))
  const [only] = above.flatMap(({ message }) => message.parts)
  expect(above).toHaveLength(1)
  expect(only?.type === 'text' ? only.text : '').toMatch(/^\[EARLIER MESSAGES #0-/)
})
