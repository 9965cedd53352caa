import type { Refusal } from '@palimpsest/core/overflow'
import { promptTokens } from '@palimpsest/core/tokens'
import type { Reply } from '@palimpsest/core/wire'

/** Less than this is cut off in mid-sentence; a server that limits answers by itself allows more, as a rule. */
const leastReplyTokens = 1_024
/** A prompt that fills a window leaves no more than this share of it. A limit of the server's own seldom is so small. */
const sliver = 1 / 50
/** From this share on, a window is full. */
const nearlyFull = 0.9
/** The same window is not always reached to the token. */
const spareTokens = 8

/** The size of a call whose answer was cut off sooner than we asked; `undefined` of any other call. */
export function cutSize({ stop, usage }: Reply, maxTokens: number): number | undefined {
  const { output } = usage
  const prompt = promptTokens(usage)
  if (output === undefined || prompt === undefined || output >= Math.min(maxTokens, leastReplyTokens)) return undefined
  return stop === 'length' || stop === 'window' ? prompt + output : undefined
}

/** Calls cut off by a window end at one size, whatever the prompt; a server's own limit ends them at any size. */
export function isSameCut(size: number, other: number): boolean {
  return Math.abs(size - other) <= spareTokens
}

/**
 * An answer that ended before it began, for the prompt fills a window that is smaller than believed: a refusal in all but
 * name. Some providers take such a prompt, and say no more than that a limit was reached. Where prompt and answer are far
 * from the window that is believed in, a longer answer says nothing: many servers end answers at a length of their own.
 */
export function cramped(reply: Reply, maxTokens: number, contextTokens?: number): Refusal | undefined {
  const limitTokens = cutSize(reply, maxTokens)
  if (limitTokens === undefined) return undefined
  const actualTokens = promptTokens(reply.usage) ?? limitTokens
  const isFull =
    reply.stop === 'window' ||
    limitTokens - actualTokens <= actualTokens * sliver ||
    (contextTokens !== undefined && limitTokens >= contextTokens * nearlyFull)
  return isFull ? { kind: 'input-too-long', limitTokens, actualTokens, isGuess: true } : undefined
}
