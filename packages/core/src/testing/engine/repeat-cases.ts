import { plannedMessages, textOf } from '../../compaction/plan/check-plan.ts'
import type { Occasion, Shown } from '../../contract/occasion.ts'
import { entryId } from '../../log/entry.ts'
import { wrapSummary } from '../../sealed/wrap-summary.ts'
import type { ViewItem } from '../../store/store.ts'
import { user } from '../build.ts'
import { demand } from '../store/fixtures/demand.ts'
import { demandCovered, demandPlan, demandValid } from './demand-plan.ts'
import type { EngineCase } from './engine-case.ts'
import { ordinary, rounds } from './layouts.ts'
import { createStand, type Stand } from './stand.ts'

/** Compacts a view as long as it is too large, and holds each result against the rules. Returns what is shown then. */
async function compactOnce(stand: Stand, asked: Occasion, originals: number): Promise<Occasion | undefined> {
  const plan = await stand.compress(asked)
  demandPlan(asked, plan)
  demandValid(asked, plan)
  if (plan.kind !== 'compact') return undefined
  const text = textOf(plannedMessages(asked, plan))
  for (const rule of plan.constraints) demand(text.includes(rule), `the rule "${rule}" is no longer shown`)
  const next = stand.after(plan)
  demandCovered(stand.below(next.view), originals)
  return next
}

const rule = 'Never touch the file ledger.csv.'
const times = 5

/** A view as other engines make it: a summary, a note that represents nothing, results that are cleared, and the rest. */
function foreignView(view: readonly Shown[]): readonly ViewItem[] {
  const [first, ...rest] = view
  const cut = 20
  const early = rest.slice(0, cut)
  const summary = { body: '## Goal\nMend the parser.\n\n## Completed Actions\n1. Read part 1.', quotes: [], index: '' }
  const text = wrapSummary(summary, 'Search what was said with recall.')
  const made = (id: string, message: ViewItemMessage, standsFor: readonly Shown[]): ViewItem => ({
    kind: 'made',
    id: entryId(id),
    message,
    standsFor: standsFor.map((shown) => shown.id),
  })
  const cleared = rest.slice(cut, 2 * cut).map((shown): ViewItem => {
    if (shown.message.role !== 'tool') return { kind: 'kept', id: shown.id }
    return made(`cleared-${shown.id}`, { ...shown.message, parts: [{ type: 'text', text: '[cleared]' }] }, [shown])
  })
  return [
    ...(first === undefined ? [] : [{ kind: 'kept', id: first.id } as const]),
    made('foreign-summary', user(text), early),
    made('foreign-note', user('<system-reminder>\nThe plan has three steps.\n</system-reminder>'), []),
    ...cleared,
    ...rest.slice(2 * cut).map(({ id }): ViewItem => ({ kind: 'kept', id })),
  ]
}

type ViewItemMessage = Extract<ViewItem, { kind: 'made' }>['message']

/** What holds after one compaction holds after many, whoever made the last one. */
export const repeatCases: readonly EngineCase[] = [
  {
    name: 'several compactions in a row represent every message once, and keep the rules that they name',
    async run(under) {
      const stand = await createStand(under, [...ordinary.messages, user(rule)])
      let now: Occasion = stand.occasion
      let compacted = 0
      let said = now.view.length
      for (let time = 0; time < times; time++) {
        const next = await compactOnce(stand, now, said)
        if (next !== undefined) compacted++
        const more = rounds(30, `again-${time}-`)
        said += more.length
        now = stand.say(next ?? now, more)
      }
      demand(compacted === times, `of ${times} times that it was too large it was compacted ${compacted} times`)
    },
  },
  {
    name: 'a view that another engine made is borne',
    async run(under) {
      const stand = await createStand(under, ordinary.messages)
      const count = stand.occasion.view.length
      const foreign = stand.after({ view: foreignView(stand.occasion.view), memo: null })
      for (const trigger of ['preflight', 'overflow', 'manual'] as const) {
        const next = await compactOnce(stand, { ...foreign, trigger }, count)
        demand(next !== undefined, 'it was left as it is, although it is too large')
      }
    },
  },
]
