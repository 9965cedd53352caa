import type { CountText } from '../../tokens/count.ts'
import { type Heading, headings, isEmptySection, type Sections } from './headings.ts'
import { leaveOutMiddle } from './leave-out-middle.ts'

/** The text of a section that has nothing to say. */
export const emptySection = 'None.'

/** The work that the user waits for. */
export interface SummaryTask {
  /** The user's latest request that is not fulfilled, word for word; `undefined` when there is none. */
  readonly text?: string
  /** The way to the whole request. */
  readonly reference?: string
}

/** More of one request than this is seldom needed to go on, and its original is at hand. */
export const longestTaskTokens = 1_000

/** Makes a summary complete: the task in the user's own words, never a model's, and all headings. */
export function fillSections(
  sections: Sections,
  task: SummaryTask,
  countText: CountText,
  mostTaskTokens: number = longestTaskTokens,
): Sections {
  const filled: Partial<Record<Heading, string>> = {}
  for (const heading of headings) {
    const text = sections.texts[heading]
    filled[heading] = text === undefined || isEmptySection(text) ? emptySection : text
  }
  return { opening: sections.opening, texts: { ...filled, 'Active Task': taskText(task, countText, mostTaskTokens) } }
}

function taskText({ text, reference }: SummaryTask, countText: CountText, mostTokens: number): string {
  const whole = text?.trim() ?? ''
  if (whole === '') return emptySection
  const where = reference === undefined ? 'the request stands in full in the transcript' : `in full: ${reference}`
  return leaveOutMiddle(whole, { mostTokens, countText, where })
}
