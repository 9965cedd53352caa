import { describe, expect, test } from 'vitest'
import { type Json, parseJson } from '../../json.ts'
import { freshGuard } from './guard.ts'
import { judgePressure } from './judge-pressure.ts'
import { compress, minute, route, situation } from './policy.arbitrary.ts'
import { readGuard, waryGuard } from './read-guard.ts'
import { settle } from './settle.ts'

const full = settle(
  compress(
    compress(freshGuard, { kind: 'unchanged', reason: 'irreducible', tried: [{ route: 'a/b', cause: 'auth' }] }),
    { kind: 'committed' },
    { at: 10 * minute },
  ),
  { kind: 'begun', run: 'x', situation: situation({ trigger: 'overflow', at: 11 * minute }) },
)
const stored = parseJson(JSON.stringify(full)) as { [key: string]: Json }

test('a conversation without a guard has a fresh one', () => {
  expect(readGuard(undefined)).toBe(freshGuard)
})

test('a guard is JSON as it stands, to the compiler too', () => {
  const kept: Json = full
  expect(readGuard(kept)).toEqual(full)
})

test('every field comes back', () => {
  expect(Object.keys(full).toSorted()).toEqual(['awaiting', 'compactions', 'cooldowns', 'routes', 'run', 'told'])
  expect(readGuard(stored)).toEqual(full)
})

describe('what is no guard is unknown, not empty', () => {
  test.each<[string, Json]>([
    ['null', null],
    ['text', 'guard'],
    ['a list', []],
    ['an empty object', {}],
    ['a missing record', { compactions: 1, told: [], routes: {} }],
    ['a negative count', { ...stored, compactions: -1 }],
    ['a broken count', { ...stored, compactions: 1.5 }],
    ['told that is no list of texts', { ...stored, told: [1] }],
    ['a run that is null', { ...stored, run: null }],
    ['a run with an unknown trigger', { ...stored, run: { ...(stored.run as object), trigger: 'whim' } }],
    ['a wait without its time', { ...stored, awaiting: { route, thresholdTokens: 1, silent: 0 } }],
    ['a route without strikes', { ...stored, routes: { [route]: { attempts: 0, probes: 0, triedAt: 0 } } }],
    [
      'a floor that is text',
      { ...stored, routes: { a: { strikes: 0, attempts: 0, probes: 0, triedAt: 0, floor: 'x' } } },
    ],
    ['an unknown cause', { ...stored, cooldowns: { a: { cause: 'mood', until: 1, streak: 0 } } }],
  ])('%s', (_, value) => {
    expect(readGuard(value)).toBeUndefined()
  })
})

test('lost records pause automatic compaction for a minute, and then heal by themselves', () => {
  const wary = waryGuard(route, 0)
  for (const trigger of ['hygiene', 'preflight', 'response'] as const) {
    const asked = situation({ trigger, promptTokens: 190_000, at: 1 })
    expect(judgePressure(wary, asked)).toMatchObject({ reason: 'cooldown', detail: expect.stringContaining('lost') })
    expect(judgePressure(wary, { ...asked, at: minute }).kind).toBe('compact')
  }
  expect(judgePressure(wary, situation({ trigger: 'overflow', at: 1 })).kind).toBe('compact')
})

test('a route may be called anything', () => {
  for (const name of ['__proto__', 'constructor', '']) {
    const guard = compress(freshGuard, { kind: 'unchanged', reason: 'no-gain' }, { route: name })
    expect(readGuard(parseJson(JSON.stringify(guard)))).toEqual(guard)
    expect(judgePressure(freshGuard, situation({ route: name })).kind).toBe('compact')
  }
})
