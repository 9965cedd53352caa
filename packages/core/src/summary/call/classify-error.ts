import { isFailure } from '../../errors.ts'
import { defined, isObject } from '../../json.ts'
import { readRefusal } from '../../overflow/read-refusal.ts'
import type { Refusal, RefusalFacts } from '../../overflow/refusal.ts'
import { redact } from '../../redact/redact.ts'
import { sliceWhole } from '../../text/slice-whole.ts'

/** Why a summary model did not deliver. */
export type FailureCause =
  | 'cancelled'
  | 'timeout'
  | 'auth'
  | 'quota'
  | 'rate-limit'
  | 'overflow'
  | 'network'
  | 'cut-off'
  | 'invalid-output'
  | 'unknown'

/** A model that failed, and what a user needs to know about it. */
export interface ModelFailure {
  readonly model: string
  readonly cause: FailureCause
  /** One line without secrets. */
  readonly message: string
}

const longestMessage = 300

/** The meaning of a refusal for a summary; others are left to the words below. */
const causes: Readonly<Partial<Record<Refusal['kind'], FailureCause>>> = {
  'input-too-long': 'overflow',
  'body-too-large': 'overflow',
  'output-too-long': 'unknown',
  'rate-limited': 'rate-limit',
  auth: 'auth',
  quota: 'quota',
  certificate: 'network',
}

/**
 * In this order, for texts match several: a quota comes with the status of a rate limit, and a time-out with the words of
 * a broken connection.
 */
const table: readonly { readonly cause: FailureCause; readonly statuses: readonly number[]; readonly text: RegExp }[] =
  [
    { cause: 'cut-off', statuses: [], text: /\banswer was cut off\b/i },
    { cause: 'cancelled', statuses: [499], text: /^AbortError\b|\bcancell?ed\b|operation was aborted/i },
    {
      cause: 'auth',
      statuses: [401, 403],
      text: /\bunauthori[sz]ed\b|authentication|invalid.{0,12}(?:api.?key|token|credential)|api.?key.{0,30}(?:missing|invalid|incorrect|not (?:set|found|valid))|permission.?denied|\bforbidden\b|provider\/auth/i,
    },
    {
      cause: 'quota',
      statuses: [402],
      text: /insufficient.?(?:quota|credit|balance|funds)|exceeded your (?:current )?quota|credit balance|\bbilling\b|payment required|spending limit|provider\/quota/i,
    },
    {
      cause: 'rate-limit',
      statuses: [429, 529],
      text: /rate.?limit|too many requests|overloaded|tokens per min|requests per min|resource.?exhausted|throttl/i,
    },
    {
      cause: 'timeout',
      statuses: [408, 504, 524],
      text: /timed?[\s-]?out|timeout|ETIMEDOUT|deadline exceeded|ESOCKETTIMEDOUT/i,
    },
    {
      cause: 'network',
      statuses: [500, 502, 503, 520, 521, 522, 523],
      text: /ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|EHOSTUNREACH|ENETUNREACH|fetch failed|socket|network|connection (?:error|closed|reset|refused|lost)|terminated|stream (?:ended|closed) early|bad gateway|service unavailable|\btls\b|certificate|dns/i,
    },
    {
      cause: 'invalid-output',
      statuses: [],
      text: /unexpected (?:token|end).{0,40}json|invalid json|not valid json|empty (?:response|choices)/i,
    },
  ]

/** Sorts what a model threw. */
export function classifyError(error: unknown): { readonly cause: FailureCause; readonly message: string } {
  const text = describe(error)
  const status = statusOf(error) ?? statusIn(text)
  const byStatus = table.filter(({ statuses }) => status !== undefined && statuses.includes(status))
  const byText = table.filter((row) => row.text.test(text))
  const own = byText.find(({ cause }) => cause === 'cut-off' || cause === 'cancelled')?.cause
  const told = causes[readRefusal(factsOf(error, text, status), { promptTokens: 0 }).kind]
  const cause = own ?? told ?? table.find((row) => byText.includes(row) || byStatus.includes(row))?.cause ?? 'unknown'
  // Our own failures are in words for the user already; what caused them tells only their kind.
  return { cause, message: toLine(isFailure(error) ? error.message : text) }
}

/** A provider's refusal carries its facts; anything else thrown has a text. */
function factsOf(error: unknown, message: string, status: number | undefined): RefusalFacts {
  return isFailure(error, 'provider/refused') ? error.detail.facts : defined<RefusalFacts>({ message, status })
}

/** One line for a person to read. */
export function toLine(text: string): string {
  const line = redact(text).text.replace(/\s+/g, ' ').trim()
  return line.length <= longestMessage ? line : `${sliceWhole(line, 0, longestMessage)}…`
}

/** Name, code, message and those of what caused it: each may be the telling one. */
function describe(error: unknown, depth = 0): string {
  if (typeof error === 'string') return sliceWhole(error, 0, 4_000)
  if (typeof error !== 'object' || error === null) return String(error)
  const said = ['name', 'code', 'message'].flatMap((field) => {
    const value = (error as Readonly<Record<string, unknown>>)[field]
    return typeof value === 'string' && value !== '' && value !== 'Error' && value !== 'Failure'
      ? [sliceWhole(value, 0, 4_000)]
      : []
  })
  const cause = (error as { readonly cause?: unknown }).cause
  const deeper = cause === undefined || depth > 2 ? [] : [describe(cause, depth + 1)]
  return [...said, ...deeper].join(': ') || 'unknown error'
}

function statusOf(error: unknown): number | undefined {
  if (!isObject(error)) return undefined
  const { status, statusCode, detail } = error
  for (const value of [status, statusCode, isObject(detail) ? detail.status : undefined])
    if (typeof value === 'number') return value
  return undefined
}

function statusIn(text: string): number | undefined {
  const found =
    /\b(?:HTTP|status(?: code)?|error(?: code)?)[\s:/=]{0,3}(?:1\.1 |2 )?([45]\d\d)\b|^(?:\w+: )?([45]\d\d)\b/i.exec(
      text,
    )
  const digits = found?.[1] ?? found?.[2]
  return digits === undefined ? undefined : Number(digits)
}
