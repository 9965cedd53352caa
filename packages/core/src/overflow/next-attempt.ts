import { giveUpMessage } from './give-up-message.ts'
import type { InputTooLong, OutputTooLong, Refusal, SealRefused } from './refusal.ts'

/** One turn's attempts so far; made by `freshAttempts`, carried between refusals, forgotten after an answer. */
export interface Attempts {
  /** Requests made smaller in this turn. */
  readonly recoveries: number
  /** Requests sent again without thinking that was refused. */
  readonly seals: number
  /** Waits since the last request that got through. */
  readonly waits: number
  /** Automatic compaction is allowed; the user's switch covers this path too. */
  readonly mayCompact: boolean
  /** Size of the refused prompt by our count; the host keeps it up to date. */
  readonly promptTokens: number
  readonly maxTokens?: number
  /** The budget that the last compaction was asked to reach. */
  readonly budgetTokens?: number
}

/** The next step. */
export type RecoveryStep =
  /** Compress so that the whole prompt takes at most this much by our count, then send again. */
  | { readonly kind: 'compact'; readonly budgetTokens: number }
  /** Send the same again with this output limit, for this call only. */
  | { readonly kind: 'lower-output'; readonly maxTokens: number }
  | { readonly kind: 'wait'; readonly waitMs: number }
  /** Leave out the thinking that was refused, and all after it; without a place all of it. Then send again. */
  | { readonly kind: 'drop-thinking'; readonly place?: string }
  /** Report to the user; the conversation stays as it is. */
  | { readonly kind: 'give-up'; readonly message: string }

export interface NextAttempt {
  readonly step: RecoveryStep
  readonly attempts: Attempts
}

export const attemptLimits = {
  recoveries: 3,
  /** First what is named, then all of it. */
  seals: 2,
  /** About two minutes of waiting in all when the provider names no time. */
  waits: 7,
  firstWaitMs: 1_000,
  /** A user prefers an error to a longer wait for one answer. */
  longestWaitMs: 300_000,
  longestBackoffMs: 60_000,
} as const

/** Without a stated limit, each compaction aims at this share of what was refused. */
const shrinkBy = 0.6
/** Below a stated limit by this much, for the two counts never agree. */
const below = 0.95
/** Each compaction of a turn aims lower than the one before, at least by this. */
const steeper = 0.8

/** Nothing tried yet. */
export function freshAttempts(request: Pick<Attempts, 'promptTokens' | 'maxTokens' | 'mayCompact'>): Attempts {
  return { ...request, recoveries: 0, seals: 0, waits: 0 }
}

/** Decides after a refusal: lower the output, which leaves the history alone, compress harder each time, wait, or give up and say why. */
export function nextAttempt(attempts: Attempts, refusal: Refusal): NextAttempt {
  switch (refusal.kind) {
    case 'output-too-long':
      return lower(attempts, refusal)
    case 'input-too-long':
      return compress(attempts, refusal, budgetFor(attempts, refusal))
    case 'seal-refused':
      return dropThinking(attempts, refusal)
    case 'body-too-large':
      return compress(attempts, refusal, attempts.promptTokens * shrinkBy)
    case 'rate-limited':
    case 'overloaded':
      return wait(attempts, refusal, refusal.retryAfterMs)
    case 'network':
    case 'timeout':
      return wait(attempts, refusal, undefined)
    case 'unknown':
      return attempts.waits === 0 ? wait(attempts, refusal, undefined) : giveUp(attempts, refusal)
    case 'auth':
    case 'quota':
    case 'malformed':
    case 'not-found':
    case 'certificate':
    case 'content-filter':
      return giveUp(attempts, refusal)
  }
}

/** To what the provider would take, or to half where that is no less than what it has refused. */
function lower(attempts: Attempts, refusal: OutputTooLong): NextAttempt {
  const { recoveries, maxTokens: refused = Number.POSITIVE_INFINITY } = attempts
  if (recoveries >= attemptLimits.recoveries || refused <= 1) return giveUp(attempts, refusal)
  const maxTokens = refusal.maxTokens < refused ? refusal.maxTokens : Math.floor(refused / 2)
  const next = { ...attempts, recoveries: recoveries + 1, maxTokens }
  return { step: { kind: 'lower-output', maxTokens }, attempts: next }
}

/** The named thinking goes first; on another refusal, or without a name, all thinking of earlier calls goes. */
function dropThinking(attempts: Attempts, refusal: SealRefused): NextAttempt {
  const { seals } = attempts
  const { place } = refusal
  if (seals >= attemptLimits.seals) return giveUp(attempts, refusal)
  const isNamed = place !== undefined && seals === 0
  const next = { ...attempts, seals: isNamed ? 1 : attemptLimits.seals }
  return { step: { kind: 'drop-thinking', ...(isNamed && { place }) }, attempts: next }
}

function compress(attempts: Attempts, refusal: Refusal, aim: number): NextAttempt {
  if (attempts.recoveries >= attemptLimits.recoveries || !attempts.mayCompact) return giveUp(attempts, refusal)
  const most = Math.min(attempts.promptTokens - 1, (attempts.budgetTokens ?? Number.POSITIVE_INFINITY) * steeper)
  const budgetTokens = Math.max(1, Math.floor(Math.min(aim, most)))
  return {
    step: { kind: 'compact', budgetTokens },
    attempts: { ...attempts, recoveries: attempts.recoveries + 1, budgetTokens },
  }
}

/** The prompt budget: the stated limit without the output, in our own count, which may run lower than theirs. */
function budgetFor({ promptTokens, maxTokens = 0 }: Attempts, { limitTokens, actualTokens }: InputTooLong): number {
  if (limitTokens === undefined) return promptTokens * shrinkBy
  const left = limitTokens - Math.min(maxTokens, limitTokens / 2)
  const ours = actualTokens === undefined || actualTokens <= 0 ? 1 : Math.min(1, promptTokens / actualTokens)
  return left * below * ours
}

function wait(attempts: Attempts, refusal: Refusal, retryAfterMs: number | undefined): NextAttempt {
  const { waits } = attempts
  const backoffMs = Math.min(attemptLimits.longestBackoffMs, attemptLimits.firstWaitMs * 2 ** waits)
  const waitMs = Math.max(retryAfterMs ?? 0, backoffMs)
  if (waits >= attemptLimits.waits || waitMs > attemptLimits.longestWaitMs) return giveUp(attempts, refusal)
  return { step: { kind: 'wait', waitMs }, attempts: { ...attempts, waits: waits + 1 } }
}

function giveUp(attempts: Attempts, refusal: Refusal): NextAttempt {
  return { step: { kind: 'give-up', message: giveUpMessage(refusal, attempts) }, attempts }
}
