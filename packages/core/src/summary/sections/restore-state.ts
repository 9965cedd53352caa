import { isStateLine, renderState, type StateOptions } from '../../ledger/entities/render-state.ts'
import { taskState } from '../../ledger/entities/task-state.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { emptySection } from './fill-sections.ts'
import { isEmptySection, itemsOf, type Sections } from './headings.ts'

const heading = 'Active State'
/** The share of a summary that the state of the task may take. */
const stateShare = 0.15
const mostStateTokens = 600

/** The room for the state of the task in a summary of this size. */
export function stateTokens(targetTokens: number): number {
  return Math.min(mostStateTokens, Math.floor(targetTokens * stateShare))
}

/** A summary that says what the task stands at as the facts have it, in place of what code said about it before. */
export function restoreState(sections: Sections, ledger: Ledger, options: StateOptions): Sections {
  const written = sections.texts[heading]
  const items = isEmptySection(written) ? [] : itemsOf(written ?? '')
  const state = renderState(taskState(ledger), options)
  const kept = items.filter((item) => !isStateLine(item))
  if (state === '' && kept.length === items.length) return sections
  const text = [state, ...kept].filter((part) => part !== '').join('\n')
  return { ...sections, texts: { ...sections.texts, [heading]: text === '' ? emptySection : text } }
}
