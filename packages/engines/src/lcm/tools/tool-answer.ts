import type { Message } from '@palimpsest/core/engine'

/**
 * What every tool of this engine answers: three labelled lines, notes, a line of dashes, and then text up to the end.
 * `next` is handed back as `cursor` (by `lcm_read` as `offset`) to go on.
 */
export interface ToolAnswer {
  /** What was looked at. */
  readonly scope: string
  /** What is missing, and why. @default nothing is */
  readonly truncated?: string
  /** @default there is no more */
  readonly next?: string
  /** What was understood in another way than it was said. @default none */
  readonly notes?: readonly string[]
  readonly body: string
}

export function answerParts({ scope, truncated, next, notes = [], body }: ToolAnswer): Message['parts'] {
  const head = [
    `scope: ${scope}`,
    `truncated: ${truncated === undefined ? 'no' : `yes, ${truncated}`}`,
    `next: ${next ?? 'none'}`,
    ...notes.map((note) => `note: ${note}`),
    bodyLine,
  ]
  return [{ type: 'text', text: `${head.map(oneLine).join('\n')}\n${body}` }]
}

/** What was asked for cannot be done: the answer says why, and what to do instead. */
export function explainParts(scope: string, why: string): Message['parts'] {
  return answerParts({ scope, body: why })
}

const bodyLine = '---'

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').toWellFormed()
}

/** True for a text that one of these tools answered: it only repeats what is said elsewhere. */
export function isToolAnswer(text: string): boolean {
  const [scope, truncated, next] = text.slice(0, mostHeadChars).split('\n', 3)
  const hasLabels = scope?.startsWith('scope: ') && truncated?.startsWith('truncated: ') && next?.startsWith('next: ')
  return hasLabels === true
}

/** The three lines are shorter than this. */
const mostHeadChars = 2_000
