import { deriveBudget } from '@palimpsest/core/budget'
import { conversationId, type SessionStore } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LcmLab, labKinds, openLcmLab, strikeStore } from './lcm-lab.arbitrary.ts'
import { createLcmStand, type LcmStand } from './lcm-stand.arbitrary.ts'
import { createTalkWriter, talkTurns } from './lcm-talk.arbitrary.ts'

const models = [createTalkWriter()]
const talk = conversationId('talk')

/** A conversation that was compacted once and is too long again; with a preparation for it. */
const grown = (async () => {
  const stand = await createLcmStand({ models })
  let n = 0
  const fill = async () => {
    for (; (await stand.tokens()) < 8_100; n++) await stand.say(talkTurns(n, n + 1))
  }
  await fill()
  if ((await stand.compact()).kind !== 'committed') throw new Error('it was not compacted')
  await fill()
  return stand.store
})()

const idsOf = async (stand: LcmStand) => (await stand.view()).map(({ id }) => id)

/** Calls of a store that change nothing. */
const readings = [
  ...['session', 'conversation', 'conversations', 'view', 'message', 'originals', 'compressionTip', 'lineage'],
  ...['children', 'receipts', 'ledgers', 'search', 'dump', 'verify', 'get', 'all'],
]

/** Waits until so many have come. */
function createBarrier(count: number): () => Promise<void> {
  let waiting: (() => void)[] = []
  let isOpen = false
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (waiting.length >= count) isOpen = true
      if (!isOpen) return
      for (const go of waiting) go()
      waiting = []
    })
}

describe.each(labKinds)('on %s', (kind) => {
  let lab: LcmLab
  let made = 0
  const open: SessionStore[] = []
  const opened = async (target: string) => {
    const store = await lab.open(target)
    open.push(store)
    return store
  }
  /** The name of a store with the grown conversation in it, and the store. */
  async function copy() {
    const target = `copy_${made++}`
    const store = await opened(target)
    await store.load((await grown).dump(talk))
    return { target, store }
  }

  beforeAll(async () => {
    lab = await openLcmLab(kind)
  }, 60_000)
  const closeAll = async () => {
    for (const store of open.splice(0)) await store.end()
  }
  afterEach(closeAll)
  afterAll(() => lab.end(), 60_000)

  const works: readonly (readonly [string, (stand: LcmStand) => Promise<unknown>, boolean])[] = [
    ['a compaction', (stand) => stand.compact(), false],
    ['a compaction that was prepared', (stand) => stand.compact(), true],
    ['a preparation', (stand) => stand.prepare(), false],
  ]

  describe.each(works)('%s that is killed', (_, work, isPrepared) => {
    // A kill before a step leaves what one after the step before it does, and one after a reading what one after the last
    // change does; on a disk that is tried once.
    const isQuick = kind === 'memory'
    const moments = isQuick ? (['before', 'after'] as const) : (['after'] as const)
    const isStep = (call: string) => isQuick || !readings.includes(call)
    test.each(moments)('%s each of its steps leaves the old view or the new one', async (when) => {
      let strikes = 0
      for (let at = 1; ; at++) {
        const { target, store } = await copy()
        const before = await createLcmStand({ store, models })
        if (isPrepared) expect(await before.prepare()).toBe(true)
        const old = await idsOf(before)
        // Its first call is that of the stand itself.
        const struck = strikeStore(store, { at: at + 1, when, isStep })
        const victim = await createLcmStand({ store: struck.store, models })
        await work(victim).catch(() => undefined)
        const after = await createLcmStand({ store: await opened(target), models })
        const now = await idsOf(after)
        const isOld = JSON.stringify(now) === JSON.stringify(old)
        expect(await after.problems()).toEqual([])
        expect((await after.compact()).kind).toBe(isOld ? 'committed' : 'unchanged')
        expect(await after.problems()).toEqual([])
        await closeAll()
        if (!struck.isDead()) break
        strikes++
      }
      expect(strikes).toBeGreaterThanOrEqual(isQuick ? 5 : 1)
    })
  })

  test('what is said while a record is written follows in the new view', async () => {
    const { store } = await copy()
    const other = await createLcmStand({ store })
    let said = 0
    let last: Promise<unknown> = Promise.resolve()
    // Records are written side by side; what is said is said one after the other.
    const slow = createTalkWriter(() => {
      last = last.then(() => other.say([user(`And shed ${100 + said++}?`)]))
      return last
    })
    const stand = await createLcmStand({ store, models: [slow] })
    expect((await stand.compact()).kind).toBe('committed')
    const texts = JSON.stringify((await stand.view()).slice(-said))
    for (let n = 0; n < said; n++) expect(texts).toContain(`And shed ${100 + n}?`)
    expect(said).toBeGreaterThan(0)
    expect(await stand.problems()).toEqual([])
  })

  test('of two processes that compact at once one wins, and the other takes its view', async () => {
    const { target, store } = await copy()
    const meet = createBarrier(2)
    const stands = await Promise.all(
      [store, await opened(target)].map((each) => createLcmStand({ store: each, models: [createTalkWriter(meet)] })),
    )
    const outcomes = await Promise.all(stands.map((stand) => stand.compact()))
    expect(outcomes.map((outcome) => outcome.kind).toSorted()).toEqual(['committed', 'deferred'])
    const [one = [], other] = await Promise.all(stands.map(idsOf))
    expect(other).toEqual(one)
    expect(await stands[0]?.problems()).toEqual([])
  })

  test('of two processes that prepare at once the work of one is used', async () => {
    const { target, store } = await copy()
    const meet = createBarrier(2)
    const stands = await Promise.all(
      [store, await opened(target)].map((each) => createLcmStand({ store: each, models: [createTalkWriter(meet)] })),
    )
    expect(await Promise.all(stands.map((stand) => stand.prepare()))).toEqual([true, true])
    const [first] = stands
    expect((await first?.compact())?.kind).toBe('committed')
    expect(await first?.problems()).toEqual([])
  })

  test('a window that halves after a preparation gets a view that fits it', async () => {
    const { store } = await copy()
    const stand = await createLcmStand({ store, models })
    expect(await stand.prepare()).toBe(true)
    const budget = deriveBudget({ contextTokens: 8_000 })
    const outcome = await stand.compact({ budget })
    expect(outcome.kind).toBe('committed')
    expect(await stand.tokens()).toBeLessThan(budget.thresholdTokens)
    expect(await stand.problems()).toEqual([])
  })

  test('an undo while a preparation is under way makes it void', async () => {
    const { store } = await copy()
    const other = await createLcmStand({ store, models })
    let undone: Promise<void> | undefined
    const slow = createTalkWriter(() => {
      undone ??= other.undo()
      return undone
    })
    const stand = await createLcmStand({ store, models: [slow] })
    await stand.prepare()
    expect((await stand.view()).every(({ standsFor }) => standsFor === undefined)).toBe(true)
    expect((await stand.compact()).kind).toBe('committed')
    expect(await stand.problems()).toEqual([])
  })
})
