import type { Ledger } from '../ledger/ledger.ts'
import type { CountText } from '../tokens/count.ts'
import { beginningFinder } from './beginning-finder.ts'
import { fill, type Task } from './fill.ts'
import {
  type Heading,
  headings,
  isEmptySection,
  itemKey,
  itemsOf,
  parseSections,
  type Sections,
  writeSections,
} from './headings.ts'
import { type FactLine, factLanes } from './mechanical-facts.ts'
import { restoreConstraints } from './restore-constraints.ts'

/** What a summary without a model is made of. */
export interface MechanicalRequest {
  readonly ledger: Ledger
  /** How many messages it stands for, beyond those of the previous summary. */
  readonly messages: number
  /** The body of the summary before it, whoever wrote it. */
  readonly previous?: string
  readonly task: Task
  /** Rules of the user may exceed it, nothing else. */
  readonly targetTokens: number
  readonly countText: CountText
}

/** What an earlier summary may take of the room before new facts are heard. */
const carriedShare = 0.6
const notice = 'Mechanical summary: written by a program from facts in the transcript, because no model could write it.'
const leftOut = /^\(\d+ earlier actions left out\)$/

/** A summary that code writes from the ledger. It carries on what the one before it said, and it says what it is. */
export function mechanical(request: MechanicalRequest): string {
  const { ledger, previous, task, targetTokens, countText } = request
  const earlier = previous === undefined ? undefined : parseSections(previous)
  const goal = isEmptySection(earlier?.texts.Goal) ? '' : (earlier?.texts.Goal ?? '')
  const lanes = factLanes(ledger, { activeTask: task.text, goal })
  const stems = () => [
    ...lanes.flatMap(({ lines }) => lines.map(({ stem }) => itemKey(stem))),
    ...ledger.constraints.map(({ text }) => itemKey(text)),
  ]
  const carried = earlier === undefined ? [] : carry(earlier, beginningFinder(stems()))
  const opening = openingOf(request, earlier?.opening)
  const bare = writeSections(fill({ opening, texts: {} }, task, countText))
  const room = createRoom(Math.max(0, targetTokens - countText(bare)), countText)
  const taken = new Set<Line>()
  room.take(carried, carriedShare, taken)
  const rest = room.left()
  for (const { share, lines } of lanes) room.take(lines, (share * rest) / Math.max(1, room.left()), taken)
  room.take([...lanes.flatMap(({ lines }) => lines), ...carried], 1, taken)
  const texts = arrange(taken, earlier?.texts['Completed Actions'] ?? '')
  return writeSections(restoreConstraints(fill({ opening, texts }, task, countText), ledger.constraints))
}

type Line = Pick<FactLine, 'heading' | 'text'> & Partial<FactLine>

/** Sections of an earlier summary by how much their loss would hurt; actions come last, the newest first. */
const carryOrder: readonly Heading[] = [
  'Constraints & Preferences',
  'Goal',
  'Key Decisions',
  'Remaining Work',
  'In Progress',
  'Pending User Asks',
  'Blocked',
  'Critical Context',
  'Active State',
  'Relevant Files',
  'Resolved Questions',
]

/** What the ledger does not say anyway. */
function carry({ opening, texts }: Sections, isRestated: (key: string) => boolean): readonly Line[] {
  const items = (heading: Heading): readonly Line[] =>
    itemsOf(isEmptySection(texts[heading]) ? '' : (texts[heading] ?? ''))
      .filter((text) => !leftOut.test(text) && !isRestated(itemKey(text)))
      .map((text) => ({ heading, text }))
  const said: readonly Line[] =
    opening === '' || opening.startsWith(notice) ? [] : [{ heading: 'Critical Context', text: opening }]
  return [...carryOrder.flatMap(items), ...said, ...items('Completed Actions').toReversed()]
}

function createRoom(tokens: number, countText: CountText) {
  let left = tokens
  const costs = new Map<Line, number>()
  const costOf = (line: Line): number => {
    const cost = costs.get(line) ?? countText(line.text) + 2
    costs.set(line, cost)
    return cost
  }
  return {
    left: () => left,
    /** Takes lines, in this order, as long as they fit this share of what is left. */
    take(lines: readonly Line[], share: number, taken: Set<Line>): void {
      let budget = Math.min(left, Math.floor(left * share))
      for (const line of lines) {
        if (taken.has(line)) continue
        const cost = costOf(line)
        if (cost > budget) continue
        taken.add(line)
        budget -= cost
        left -= cost
      }
    },
  }
}

/** Under each heading what was carried on, then facts, the newest first; actions are numbered as they happened. */
function arrange(taken: ReadonlySet<Line>, earlierActions: string): Readonly<Partial<Record<Heading, string>>> {
  const texts: Partial<Record<Heading, string>> = {}
  for (const heading of headings) {
    const lines = [...taken].filter((line) => line.heading === heading)
    if (lines.length === 0) continue
    texts[heading] =
      heading === 'Completed Actions' ? writeActions(lines, earlierActions) : lines.map(({ text }) => text).join('\n')
  }
  return texts
}

function writeActions(lines: readonly Line[], earlierText: string): string {
  const earlier = itemsOf(isEmptySection(earlierText) ? '' : earlierText).filter((text) => !leftOut.test(text))
  const keys = earlier.map(itemKey)
  const carried = new Set(lines.flatMap(({ stem, text }) => (stem === undefined ? [text] : [])))
  const renewed = new Map<string, string>()
  const fresh: string[] = []
  for (const { stem, text } of lines.toReversed()) {
    if (stem === undefined) continue
    const key = itemKey(stem)
    const old = earlier[keys.findIndex((each) => each.startsWith(key))]
    if (old === undefined) fresh.push(text)
    else if (!renewed.has(old)) renewed.set(old, text)
  }
  const numbered = earlier.flatMap((text) => {
    if (carried.has(text)) return [text]
    const now = renewed.get(text)
    return now === undefined ? [] : [`${numberOf(text) ?? 0}. ${now}`]
  })
  const gone = earlier.length - numbered.length
  const next = Math.max(0, ...earlier.map((text) => numberOf(text) ?? 0)) + 1
  const added = fresh.map((text, i) => `${next + i}. ${text}`)
  return [...(gone > 0 ? [`(${gone} earlier actions left out)`] : []), ...numbered, ...added].join('\n')
}

function numberOf(item: string): number | undefined {
  const digits = /^\s*(\d{1,6})[.)]\s/.exec(item)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function openingOf({ messages, previous }: MechanicalRequest, earlierOpening = ''): string {
  const before = earlierOpening.startsWith(notice)
    ? Number(/stands for (\d+) messages/.exec(earlierOpening)?.[1] ?? 0)
    : 0
  const on = previous === undefined || before > 0 ? '' : ', and carries on the summary before it'
  return `${notice} It stands for ${before + messages} messages${on}. Its facts are exact; whether they still hold was not judged.`
}
