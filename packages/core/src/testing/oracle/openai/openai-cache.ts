import { isObject, type JsonObject } from '../../../json.ts'
import type { Violation } from '../violation.ts'

/** A content part with its place in the request. */
export interface PlacedPart {
  readonly part: JsonObject
  readonly path: string
}

const maxBreakpoints = 4

/** Judges the breakpoints that content parts carry; the API takes four. */
export function* checkBreakpoints(parts: readonly PlacedPart[]): Generator<Violation> {
  const marked = parts.filter(({ part }) => part.prompt_cache_breakpoint !== undefined)
  for (const { part, path } of marked) {
    const mark = part.prompt_cache_breakpoint
    if (isObject(mark) && mark.mode === 'explicit' && Object.keys(mark).length === 1) continue
    const at = `${path}.prompt_cache_breakpoint`
    yield { path: at, rule: 'cache-breakpoint', message: `Invalid '${at}': expected {"mode": "explicit"}.` }
  }
  const surplus = marked[maxBreakpoints]
  if (surplus === undefined) return
  const message = `A maximum of ${maxBreakpoints} prompt_cache_breakpoints may be provided. Found ${marked.length}.`
  yield { path: surplus.path, rule: 'cache-breakpoint-count', message }
}
