import { sliceWhole } from '../slice-whole.ts'
import type { CountText } from '../tokens/count.ts'
import { type Heading, headings, isEmptySection, type Sections } from './headings.ts'

/** What stands in a section that has nothing to say. */
export const nothing = 'None.'

/** What the user waits for. */
export interface Task {
  /** The user's latest request that is not fulfilled, word for word; `undefined` when there is none. */
  readonly text?: string
  /** How to get at the whole request. */
  readonly reference?: string
}

/** More of one request than this is seldom needed to go on, and its original is at hand. */
export const longestTaskTokens = 1_000

/** Makes a summary complete: the task in the user's own words, never a model's, and all headings. */
export function fill(
  sections: Sections,
  task: Task,
  countText: CountText,
  mostTaskTokens: number = longestTaskTokens,
): Sections {
  const filled: Partial<Record<Heading, string>> = {}
  for (const heading of headings) {
    const text = sections.texts[heading]
    filled[heading] = text === undefined || isEmptySection(text) ? nothing : text
  }
  return { opening: sections.opening, texts: { ...filled, 'Active Task': taskText(task, countText, mostTaskTokens) } }
}

function taskText({ text, reference }: Task, countText: CountText, mostTokens: number): string {
  const whole = text?.trim() ?? ''
  if (whole === '') return nothing
  const tokens = countText(whole)
  if (tokens <= mostTokens) return whole
  const kept = Math.floor((whole.length * mostTokens) / tokens)
  const [head, tail] = [
    sliceWhole(whole, 0, Math.ceil(kept * 0.7)),
    sliceWhole(whole, whole.length - Math.floor(kept * 0.3), whole.length),
  ]
  const left = whole.length - head.length - tail.length
  const where = reference === undefined ? 'the request stands in full in the transcript' : `in full: ${reference}`
  return `${head}\n[… ${left} characters left out; ${where} …]\n${tail}`
}
