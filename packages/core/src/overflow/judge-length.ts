import { defined } from '../json.ts'
import type { Length } from './find-length.ts'
import type { InputTooLong, OutputTooLong, RefusedRequest } from './refusal.ts'

/** An answer shorter than this is cut off in mid-sentence, so less room than this means that the prompt must shrink. */
const leastReplyTokens = 1_024
/** Some count the limit itself as too much, and a few tokens of their own. */
const spareTokens = 8
/** Our own count, where we must trust it, may be too low by one part in this many. */
const doubtful = 10
/** A prompt that the provider says is longer than our count by more than this is longer than we know. */
const disproved = 1.25
/** No window in use is smaller or larger; numbers outside are of something else. */
const plausible = { leastTokens: 256, mostTokens: 20_000_000 } as const
/** Characters in a token of prose and code. */
const usualChars = 3
/** The limit to halve when neither side has said how much output was asked for. */
const usualMaxTokens = 8_192

/** Decides which of the two must shrink, the prompt or the output, and to what. */
export function judgeLength(length: Length, request: RefusedRequest): InputTooLong | OutputTooLong {
  const { row, over } = length
  const limit = plausibleLimit(length.limit ?? row.impliedTokens)
  if (row.limits === 'output') return { kind: 'output-too-long', maxTokens: lowered(capOf(length), request) }
  const sizes = row.limits === 'window' ? split(length, request) : undefined
  const window = limit ?? request.contextTokens
  const maxTokens = sizes === undefined || window === undefined ? undefined : room(sizes, window, request)
  if (maxTokens !== undefined) return { kind: 'output-too-long', maxTokens }
  const inferred = over === undefined ? undefined : plausibleLimit(request.promptTokens - over)
  return defined<InputTooLong>({
    kind: 'input-too-long',
    limitTokens: limit ?? inferred,
    actualTokens: row.isAtLeast ? undefined : (length.input ?? sizes?.input),
    isGuess: row.isGuess === true || inferred !== undefined,
  })
}

interface Sizes {
  readonly input?: number
  readonly output: number
  /** The prompt by our own count, where it was corrected. */
  readonly ours?: number
}

/** No token is shorter than a character, so a count of ours above theirs is of another prompt: a third of theirs is usual. */
function tokensOfChars(inputChars: number, promptTokens: number): number {
  return promptTokens <= inputChars ? promptTokens : Math.ceil(inputChars / usualChars)
}

/**
 * Prompt and output of a sum; a provider that names only the total counts the output that we asked for, and one that
 * names neither, or the prompt in characters, leaves us to our own count.
 */
function split(length: Length, { maxTokens, promptTokens }: RefusedRequest): Sizes | undefined {
  const { input, total, inputChars } = length
  const output = length.output ?? (input !== undefined && total !== undefined ? total - input : maxTokens)
  if (output === undefined || output <= 0) return undefined
  if (inputChars !== undefined) return { output, ours: tokensOfChars(inputChars, promptTokens) }
  if (input === undefined && total === undefined) return { output }
  if (length.row.isAtLeast) return (input ?? 0) > promptTokens * disproved ? undefined : { output }
  const rest = input ?? (total === undefined ? undefined : total - output)
  return rest === undefined || rest <= 0 ? undefined : { input: rest, output }
}

/**
 * The output that fits beside the prompt, when that is enough for an answer. A prompt of unknown size (the provider only
 * echoes `limit − output + 1`, and would do so again, one token on) is taken from our own count, and the output is halved.
 */
function room({ input, output, ours }: Sizes, limit: number, { promptTokens }: RefusedRequest): number | undefined {
  const counted = ours ?? promptTokens
  const left = limit - (input ?? counted + Math.ceil(counted / doubtful)) - spareTokens
  const fits = Math.min(left, input === undefined ? Math.floor(output / 2) : output - 1)
  return fits >= Math.max(1, Math.min(leastReplyTokens, Math.ceil(output / 2))) ? fits : undefined
}

function capOf({ limit, row }: Length): number | undefined {
  return limit !== undefined && row.isExclusive ? limit - 1 : limit
}

/** The stated cap where it lowers what we sent, else half: a cap that lowers nothing would be refused again. */
function lowered(cap: number | undefined, { maxTokens }: RefusedRequest): number {
  if (cap !== undefined && cap > 0 && cap < (maxTokens ?? Number.POSITIVE_INFINITY)) return cap
  return Math.max(1, Math.floor((maxTokens ?? usualMaxTokens) / 2))
}

function plausibleLimit(tokens: number | undefined): number | undefined {
  if (tokens === undefined || tokens < plausible.leastTokens || tokens > plausible.mostTokens) return undefined
  return tokens
}
