import { estimateSlowly, estimateText } from './estimate-text.ts'

/** Counts texts. Of very long ones the latest is remembered: it is asked for again, as a message, as a task. */
export interface TextCounter {
  count(text: string): number
  /** Counts a very long text while others may run, so that `count` knows it; an exact tokenizer cannot be interrupted. */
  countAhead(text: string, pause: () => Promise<void>): Promise<void>
}

/** Counting more than this in one go causes a noticeable wait. */
const hugeChars = 500_000

export function createTextCounter(exact: ((text: string) => number) | undefined): TextCounter {
  const countAny = exact ?? estimateText
  // Only one, for it may take megabytes.
  let latest = { text: '', tokens: 0 }
  return {
    count: (text) => {
      if (text.length < hugeChars) return countAny(text)
      if (text !== latest.text) latest = { text, tokens: countAny(text) }
      return latest.tokens
    },
    countAhead: async (text, pause) => {
      if (text.length < hugeChars || exact !== undefined) return
      latest = { text, tokens: await estimateSlowly(text, pause) }
    },
  }
}
