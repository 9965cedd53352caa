import { entryId } from '@palimpsest/core/log'
import type { StoredMessage } from '@palimpsest/core/store'
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

test('a message so long that it has a record of its own is a node from then on, and no note', async () => {
  const stand = await createLcmStand()
  await stand.say(talkTurns(0, 3))
  const [long] = await stand.say([user(`Sort the cranes by age. ${talkText(60_000, 1)}`)])
  await stand.say(talkTurns(3, 8))
  expect((await stand.compact()).kind).toBe('committed')
  const record = (await stand.view()).find(({ standsFor }) => standsFor?.length === 1 && standsFor[0] === long)
  const opening = /^\[EARLIER MESSAGES #/
  expect(textIn(record)).toMatch(opening)
  await stand.say(talkTurns(8, 22))
  expect((await stand.compact()).kind).toBe('committed')
  const holders = (await stand.view()).filter(({ id, standsFor = [] }) =>
    [id, ...standsFor].some((each) => each === record?.id),
  )
  expect(holders).toHaveLength(1)
  expect(textIn(holders[0])).toMatch(opening)
})

function textIn(entry: StoredMessage | undefined): string {
  const [part] = entry?.message.parts ?? []
  return part?.type === 'text' ? part.text : ''
}
