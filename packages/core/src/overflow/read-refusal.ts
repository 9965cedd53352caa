import { defined } from '../json.ts'
import { findBareLength, findLength } from './find-length.ts'
import { isVague } from './is-vague.ts'
import { judgeLength } from './judge-length.ts'
import { lengthFamily } from './length-family.ts'
import { plainText } from './plain-text.ts'
import type { Refusal, RefusalFacts, RefusedRequest, SealRefused } from './refusal.ts'
import {
  classesAfterLength,
  classesBeforeLength,
  classesBeforeOthers,
  clientErrors,
  kindsByStatus,
  type PlainKind,
  type RefusalClass,
  serverErrors,
  usageLimit,
} from './refusal-classes.ts'
import { isRefusedSeal, refusedPlace } from './refused-seal.ts'
import { retryAfter } from './retry-after.ts'

/** From this share of the window on, a refusal without a reason is more likely one of length than of form. */
const nearlyFull = 0.7

/** Other statuses say themselves what is wrong. */
const vagueStatuses: ReadonlySet<number> = new Set([400, 422])

/** These say what they mean, so that words are not searched for a length that no known text states. */
const plainStatuses: ReadonlySet<number | undefined> = new Set([401, 402, 403, 404, 429])

/** Classifies an error and reads its numbers. Accepts every input; what matches nothing is `unknown`. */
export function readRefusal(error: RefusalFacts, request: RefusedRequest): Refusal {
  const text = plainText([error.code, error.type, error.message].filter((part) => part !== undefined).join(' '))
  const status = error.status ?? statusIn(text)
  const waitMs = () => retryAfter(error.headers, text)
  if (isRefusedSeal(text)) return defined<SealRefused>({ kind: 'seal-refused', place: refusedPlace(error.message) })
  const before = firstOf(classesBeforeLength, text)
  if (before === 'quota' && usageLimit.test(text) && isPassing(text, waitMs)) return ofKind('rate-limited', waitMs)
  if (before !== undefined) return ofKind(before, waitMs)
  const length = findLength(text)
  if (length?.row.isGuess) return judgeLength(length, request)
  const other = firstOf(classesBeforeOthers, text)
  if (other !== undefined) return ofKind(other, waitMs)
  // Codes are no part of the sentence: what they say must not be taken for its subject.
  const family = () => lengthFamily(plainText(error.message)) ?? lengthFamily(text)
  const bare = length ?? findBareLength(text)
  if (bare !== undefined) return judgeLength(length ?? family() ?? bare, request)
  const after = firstOf(classesAfterLength, text)
  if (after !== undefined) return ofKind(after, waitMs)
  const read = plainStatuses.has(status) ? undefined : family()
  if (read !== undefined) return judgeLength(read, request)
  return ofStatus(status, { text, waitMs, request })
}

interface Untold {
  readonly text: string
  readonly request: RefusedRequest
  waitMs(): number | undefined
}

/** The fallback when the words say nothing. A client error stays one in whatever status a gateway wraps it. */
function ofStatus(status: number | undefined, { text, waitMs, request }: Untold): Refusal {
  if ((status === undefined || status >= 500) && clientErrors.test(text)) return { kind: 'malformed' }
  const kind = status === undefined ? undefined : kindsByStatus[status]
  if (kind !== undefined) return ofKind(kind, waitMs)
  if (status === undefined || status < 400)
    return serverErrors.test(text) ? ofKind('overloaded', waitMs) : { kind: 'unknown' }
  return status >= 500 ? ofKind('overloaded', waitMs) : ofVague(status, text, request)
}

/** A limit on use that the next minutes lift, by the provider's own word. */
function isPassing(text: string, waitMs: () => number | undefined): boolean {
  return waitMs() !== undefined || /per.?(?:second|minute)\b/.test(text)
}

function firstOf(classes: readonly RefusalClass[], text: string): PlainKind | undefined {
  return classes.find((row) => row.text.test(text))?.kind
}

function ofKind(kind: PlainKind, waitMs: () => number | undefined): Refusal {
  switch (kind) {
    case 'rate-limited':
    case 'overloaded':
      return defined<Refusal>({ kind, retryAfterMs: waitMs() })
    case 'body-too-large':
    case 'auth':
    case 'quota':
    case 'malformed':
    case 'not-found':
    case 'network':
    case 'certificate':
    case 'timeout':
    case 'content-filter':
      return { kind }
  }
}

/** A refusal that gives no reason at all, of a request that all but fills the window, is taken for one of length. */
function ofVague(status: number, text: string, { promptTokens, contextTokens }: RefusedRequest): Refusal {
  const isFull = contextTokens !== undefined && promptTokens >= contextTokens * nearlyFull
  return isFull && vagueStatuses.has(status) && isVague(text)
    ? { kind: 'input-too-long', isGuess: true }
    : { kind: 'malformed' }
}

/** SDKs and proxies put the status into the text: `400 …`, `Error code: 400 - …`, `HTTP 400`. */
function statusIn(text: string): number | undefined {
  const match = /^(?:\w+: )?([45]\d\d)\b|\b(?:status|code|http)(?: code)?:? \(?<?([45]\d\d)\b/.exec(text)
  const found = match?.[1] ?? match?.[2]
  return found === undefined ? undefined : Number(found)
}
