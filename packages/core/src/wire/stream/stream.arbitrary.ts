import fc from 'fast-check'
import type { Json, JsonObject } from '../../json.ts'
import type { StreamProtocol, StreamState } from './stream.ts'

/** Folds frozen events over frozen states, so that a step that changes its input throws. */
export function foldFrozen(protocol: StreamProtocol): (events: readonly JsonObject[]) => StreamState {
  return (events) =>
    events.reduce<StreamState>((state, event) => freeze(protocol.step(state, freeze(event))), protocol.start)
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(freeze)
  return Object.freeze(value)
}

/** Cuts a text anywhere, between the halves of a surrogate pair too. */
export function pieces(text: string, seeds: readonly number[]): readonly string[] {
  const ends = seeds.map((seed) => seed % (text.length + 1)).sort((a, b) => a - b)
  return [...ends, text.length].map((end, i) => text.slice(i === 0 ? 0 : ends[i - 1], end))
}

export const json = fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value)))
export const text = fc.string({ unit: 'binary' })

/** Fields that no API has yet. */
export const extraOf = (value: fc.Arbitrary<Json>) =>
  fc.dictionary(
    fc.string().map((key) => `x_${key}`),
    value,
    { maxKeys: 2 },
  )

/** A value with such fields beside its own. */
export const record = (fields: Record<string, fc.Arbitrary<Json>>) =>
  fc.tuple(fc.record(fields), extraOf(json)).map(([value, more]): JsonObject => ({ ...value, ...more }))
