import { addUsage, type Usage, type ViewItem } from '@palimpsest/core'
import type { AgentModel } from './agent.ts'
import { freshTally, type Tally, tallyCall } from './tally.ts'

/** What calls beside the conversation took, until it is written down with something that they led to. */
export interface Owed {
  add(usage: Usage, model: AgentModel): void
  /** What is owed now, if anything. */
  read(): Tally | undefined
  /** So much of it is in the store. */
  settle(written: Tally): void
}

export function createOwed(): Owed {
  let owed = freshTally
  return {
    add: (usage, model) => {
      owed = tallyCall(owed, usage, model.info)
    },
    read: () => (owed.calls === 0 ? undefined : owed),
    settle: (written) => {
      if (written === owed) owed = freshTally
    },
  }
}

/** The view with what its making took, written on the text that stands for most; that is the summary. */
export function withUsage(view: readonly ViewItem[], usage: Usage): readonly ViewItem[] {
  const sizes = view.map((item) => (item.kind === 'made' ? item.standsFor.length : -1))
  const largest = sizes.indexOf(Math.max(...sizes))
  return view.map((item, i) =>
    i === largest && item.kind === 'made' ? { ...item, usage: addUsage(item.usage ?? {}, usage) } : item,
  )
}
