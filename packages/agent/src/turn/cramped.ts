import { promptTokens, type Refusal, type Reply } from '@palimpsest/core'

/** Less than this is cut off in mid-sentence; a server that limits answers by itself allows more. */
const leastReplyTokens = 1_024

/**
 * An answer that ended before it began, for the prompt fills a window that is smaller than believed: a refusal in all but
 * name. Some providers take such a prompt, and say no more than that a limit was reached.
 */
export function cramped({ stop, usage }: Reply, maxTokens: number): Refusal | undefined {
  const { output } = usage
  const prompt = promptTokens(usage)
  if (output === undefined || prompt === undefined || output >= Math.min(maxTokens, leastReplyTokens)) return undefined
  if (stop !== 'length' && stop !== 'window') return undefined
  return { kind: 'input-too-long', limitTokens: prompt + output, actualTokens: prompt, isGuess: true }
}
