import { Failure } from '@palimpsest/core/errors'
import { isList, isObject, type Json } from '@palimpsest/core/json'

/** Faults that can be injected into a call. */
export const faultKinds = [
  'rate-limit',
  'overloaded',
  'server-error',
  'out-of-credit',
  'bad-key',
  'too-large',
  'context-overflow',
  'timeout',
  'disconnect',
  'cut-stream',
  'stall-stream',
  'malformed-stream',
  'error-event',
] as const

/** Faults of the first kinds refuse a call; `timeout` never answers; the others break the answer. */
export interface Fault {
  readonly kind: (typeof faultKinds)[number]
  /** With `rate-limit`. @default 1_000 */
  readonly retryAfterMs?: number
  /** Events of a stream that still come through. @default 3 */
  readonly afterEvents?: number
}

/** A fault and the call that it befalls. */
export interface Injection extends Fault {
  /** Counts from 1; retries count. Without it, every call. */
  readonly onCall?: number
}

/** Reads a script of faults from JSON. Throws a `wire/malformed` failure. */
export function readInjections(value: Json | undefined): readonly Injection[] {
  if (!isList(value)) throw malformed('inject', 'a list of faults')
  return value.map((each, i) => {
    const path = `inject[${i}]`
    if (!isObject(each)) throw malformed(path, 'an object with kind and onCall')
    const { kind, onCall, retryAfterMs, afterEvents, ...others } = each
    const [unknown] = Object.keys(others)
    if (unknown !== undefined) {
      throw malformed(`${path}.${unknown}`, 'no such field: only kind, onCall, retryAfterMs and afterEvents')
    }
    return {
      kind: readKind(kind, `${path}.kind`),
      ...(onCall !== undefined && { onCall: readNumber(onCall, `${path}.onCall`, 1) }),
      ...(retryAfterMs !== undefined && { retryAfterMs: readNumber(retryAfterMs, `${path}.retryAfterMs`, 0) }),
      ...(afterEvents !== undefined && { afterEvents: readNumber(afterEvents, `${path}.afterEvents`, 0) }),
    }
  })
}

/** Reads the header `x-simulate`, e.g. `rate-limit; retryAfterMs=500`. Throws a `wire/malformed` failure. */
export function readFaultHeader(text: string): Fault {
  const [kind, ...settings] = text.split(';').map((piece) => piece.trim())
  const fields = settings.map((setting): [string, Json] => {
    const [name = '', value = ''] = setting.split('=')
    return [name.trim(), value.trim() === '' ? Number.NaN : Number(value)]
  })
  const [fault] = readInjections([{ kind: kind ?? '', ...Object.fromEntries(fields) }])
  return fault ?? { kind: 'server-error' }
}

function readKind(value: Json | undefined, path: string): Fault['kind'] {
  const kind = faultKinds.find((known) => known === value)
  if (kind === undefined) throw malformed(path, `one of ${faultKinds.join(', ')}`)
  return kind
}

function readNumber(value: Json, path: string, least: number): number {
  if (!Number.isSafeInteger(value) || Number(value) < least) throw malformed(path, `a whole number from ${least}`)
  return Number(value)
}

function malformed(path: string, expected: string) {
  return new Failure('wire/malformed', `${path}: expected ${expected}`, { path, expected })
}
