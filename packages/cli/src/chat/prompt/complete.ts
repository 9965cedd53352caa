import type { Choice } from '../../slash/slash-command.ts'

/** The candidates that fit at the cursor. */
export interface Completion {
  /** The start of the word being completed. */
  readonly from: number
  readonly candidates: readonly Choice[]
}

export interface Completed {
  readonly text: string
  /** Left to choose from; empty when it is decided, or when nothing fits. */
  readonly choices: readonly Choice[]
}

/** Goes on as far as all candidates agree; a single one is taken whole. */
export function complete(typed: string, { from, candidates }: Completion): Completed {
  const word = typed.slice(from)
  const fitting = candidates.filter(({ value }) => value.startsWith(word))
  const [only] = fitting
  if (only === undefined) return { text: typed, choices: [] }
  if (fitting.length === 1) return { text: `${typed.slice(0, from)}${only.value} `, choices: [] }
  return { text: typed.slice(0, from) + sharedStart(fitting.map(({ value }) => value)), choices: fitting }
}

function sharedStart(words: readonly string[]): string {
  const [first = ''] = words
  let length = first.length
  for (const word of words) while (!word.startsWith(first.slice(0, length))) length--
  return first.slice(0, length)
}
