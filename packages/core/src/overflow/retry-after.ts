const headerUnits: readonly (readonly [name: string, ms: number])[] = [
  ['retry-after-ms', 1],
  ['x-ms-retry-after-ms', 1],
  ['retry-after', 1_000],
]

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }

/** How long to wait by the headers, else by the text (as `plainText` gives it). A date is not read: there is no clock here. */
export function retryAfter(
  headers: Readonly<Record<string, string | undefined>> | undefined,
  text: string,
): number | undefined {
  return ofHeaders(headers ?? {}) ?? ofText(text)
}

function ofHeaders(headers: Readonly<Record<string, string | undefined>>): number | undefined {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  for (const [name, unitMs] of headerUnits) {
    const value = byName.get(name)?.trim() ?? ''
    if (/^\d{1,9}(?:\.\d+)?$/.test(value)) return Math.ceil(Number(value) * unitMs)
  }
  return undefined
}

/** `try again in 9.816s`, `retry in 1m30.5s`, `retry after 20 seconds`, `retryDelay: 34s`, `retry_after: 5`. */
function ofText(text: string): number | undefined {
  const said = /(?:try again|retry|available) (?:in|after) (?:about )?|retry_?(?:delay|after)(?:_seconds)?: /.exec(text)
  if (said === null) return undefined
  const rest = text.slice(said.index + said[0].length, said.index + said[0].length + 60)
  const spans =
    /^(?:\d{1,9}(?:\.\d+)? ?(?:ms|milliseconds?|seconds?|secs?|minutes?|mins?|hours?|[smh])(?![a-z])[ ,]?)+/.exec(rest)
  if (spans === null) return bareSeconds(rest)
  const parts = [...spans[0].matchAll(/(\d+(?:\.\d+)?) ?(ms|mil|[smh])/g)]
  const total = parts.reduce(
    (sum, [, value, unit]) => sum + Number(value) * (unitsMs[unit === 'mil' ? 'ms' : (unit ?? 's')] ?? 0),
    0,
  )
  return Math.ceil(total)
}

function bareSeconds(rest: string): number | undefined {
  const [, seconds] = /^(\d{1,6}(?:\.\d+)?)(?![\w.])/.exec(rest) ?? []
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1_000)
}
