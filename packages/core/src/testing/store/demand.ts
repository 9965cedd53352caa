import { type Failure, type Failures, isFailure } from '../../errors.ts'
import { equalJson, type Json } from '../../json.ts'

/** Throws unless it holds. */
export function demand(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

/** Throws unless both are the same as JSON: absent and `undefined` fields are alike, and the order of keys is free. */
export function demandEqual(actual: unknown, expected: unknown, what: string): void {
  if (equalJson(asJson(actual), asJson(expected))) return
  throw new Error(`${what}\n  expected ${show(expected)}\n  but got  ${show(actual)}`)
}

/** Throws unless the work fails with this code; returns the failure. */
export async function demandFailure<Code extends keyof Failures>(
  work: Promise<unknown>,
  code: Code,
  what: string,
): Promise<Failure<Code>> {
  try {
    await work
  } catch (error) {
    if (isFailure(error, code)) return error
    throw new Error(`${what}: expected the failure ${code} but got ${String(error)}`, { cause: error })
  }
  throw new Error(`${what}: expected the failure ${code} but it went through`)
}

function asJson(value: unknown): Json | undefined {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as Json)
}

/** Long enough to see the difference, short enough to read in a test report. */
const maxShownChars = 1500

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > maxShownChars ? `${text.slice(0, maxShownChars)}…` : text
}
