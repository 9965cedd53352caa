const headerUnits: readonly (readonly [name: string, ms: number])[] = [
  ['retry-after-ms', 1],
  ['x-ms-retry-after-ms', 1],
  ['retry-after', 1_000],
]

const unitsMs: Readonly<Record<string, number>> = {
  ...{ ms: 1, mil: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 },
  ...{
    毫: 1,
    秒: 1_000,
    분: 60_000,
    分: 60_000,
    초: 1_000,
    小: 3_600_000,
    時: 3_600_000,
    시: 3_600_000,
    天: 86_400_000,
  },
}

/**
 * Phrases before a time: `try again in 9.8s`, `retry after 20 seconds`, `resets in 3h`, `retryDelay: 34s`,
 * `resets_in_seconds: 5`.
 */
const announced =
  /(?:try again|retry|retrying|available(?: again)?|wait(?: for)?|resets?|reset) (?:(?:in|after|at least) )?(?:about |approximately |another |~ ?)?(?=\d)|(?:retry|resets?)[_-]?(?:delay|after|in)(?:_seconds)?: (?:\{ ?seconds: )?|retry_delay \{ ?seconds: /

const span =
  /^(?:\d{1,9}(?:\.\d+)? ?(?:ms|milliseconds?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|[smhd])(?![a-z])(?:\(s\))?(?: and | ?, ?| )?)+/

/** `30 秒后`, `5 分钟后`, `30秒後`, `30초 후`. */
const spanBeforeAfter = /(\d{1,9}) ?(毫秒|秒|分|小时|時間|天|초|분|시간)(?:钟|間)? ?(?:之?后|後|후)/

/** The wait by the headers, else by the text (as `plainText` gives it). Dates are not read: there is no clock. */
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

function ofText(text: string): number | undefined {
  const [, count, word] = spanBeforeAfter.exec(text) ?? []
  if (word !== undefined) return Number(count) * (unitsMs[word.slice(0, 1)] ?? 0)
  const said = announced.exec(text)
  if (said === null) return undefined
  const rest = text.slice(said.index + said[0].length, said.index + said[0].length + 60)
  const spans = span.exec(rest)
  if (spans === null) return bareSeconds(rest)
  const parts = [...spans[0].matchAll(/(?<!\d)(\d+(?:\.\d+)?) ?(ms|mil|[smhd])/g)]
  return Math.ceil(parts.reduce((sum, [, value, unit]) => sum + Number(value) * (unitsMs[unit ?? 's'] ?? 0), 0))
}

function bareSeconds(rest: string): number | undefined {
  const [, seconds] = /^(\d{1,6}(?:\.\d+)?)(?![\w.])/.exec(rest) ?? []
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1_000)
}
