import type { EntityState } from '../ledger.ts'

/** One point of a plan. */
export interface PlanItem {
  readonly text: string
  readonly state: PlanState
  readonly id?: string
}

export type PlanState = Extract<EntityState, 'pending' | 'in progress' | 'done'>

/** `- [ ] text`, `1. [x] text`, `* [~] text`; some tools leave the bullet out. */
const box = /^[ \t]{0,12}(?:(?:[-*+]|\d{1,3}[.)])[ \t]{1,4})?\[([ xX~/>-])\][ \t]{1,4}(\S.*)$/gm
const states: Readonly<Record<string, PlanState>> = { ' ': 'pending', x: 'done', X: 'done' }

/** The items of a Markdown list with boxes to tick. */
export function checkboxes(text: string): readonly PlanItem[] {
  if (!text.includes('] ')) return []
  return [...text.matchAll(box)].map(([, mark = ' ', words = '']) => ({
    text: words,
    state: states[mark] ?? 'in progress',
  }))
}
