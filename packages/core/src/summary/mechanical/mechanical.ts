import { isStateLine, renderState } from '../../ledger/entities/render-state.ts'
import { taskState } from '../../ledger/entities/task-state.ts'
import { errorKey } from '../../ledger/errors/error-lines.ts'
import { contentWords } from '../../ledger/language/content-words.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { CountText } from '../../tokens/count.ts'
import { fillSections, longestTaskTokens, type SummaryTask } from '../sections/fill-sections.ts'
import {
  type Heading,
  headings,
  isEmptySection,
  itemKey,
  itemsOf,
  leftOutIn,
  numberIn,
  parseSections,
  type Sections,
  writeSections,
} from '../sections/headings.ts'
import { restoreConstraints } from '../sections/restore-constraints.ts'
import { stateTokens } from '../sections/restore-state.ts'
import { beginningFinder } from './beginning-finder.ts'
import type { DoneCall } from './done-calls.ts'
import { type FactLine, factQueues, isFading, readErrorLine, statedBefore } from './mechanical-facts.ts'

/** The material of a summary without a model. */
export interface MechanicalRequest {
  readonly ledger: Ledger
  /** The number of messages that it represents, beyond those of the previous summary. */
  readonly messages: number
  /** The body of the summary before it, by any author. */
  readonly previous?: string
  readonly task: SummaryTask
  /** The assistant's last words in these messages. */
  readonly lastAnswer?: string | undefined
  /** Calls of these messages that the ledger does not cover. @default none */
  readonly calls?: readonly DoneCall[]
  /** It is about a stretch of a conversation that began before it. @default false */
  readonly isStretch?: boolean
  /** An index below it lists the names that came up. @default false */
  readonly hasIndex?: boolean | undefined
  /** A topic that comes before anything else, as far as words show what belongs to it. */
  readonly focus?: string | undefined
  /** A model was asked for it, and failed. @default false */
  readonly isFallback?: boolean
  /** Rules of the user may exceed it, nothing else. */
  readonly targetTokens: number
  readonly countText: CountText
}

/** The share of the room that a topic may take first. */
const focusShare = 0.65
/** The share of the room that an earlier summary may take before new facts. */
const carriedShare = 0.6
/** Of that, what was done may take this much first: else it would only have what everything else leaves. */
const actionShare = 0.4
/** A long request is in full elsewhere: in a small window it must leave room for what was done for it. */
const taskShare = 0.65
const leastTaskTokens = 400
const notice = 'Mechanical summary: written by a program from facts in the transcript'

/** A summary that code writes from the ledger. It carries on what the one before it said, and it says what it is. */
export function mechanical(request: MechanicalRequest): string {
  const { ledger, previous, task, lastAnswer, calls = [], hasIndex = false, targetTokens, countText } = request
  const earlier = previous === undefined ? undefined : parseSections(previous)
  const goal = isEmptySection(earlier?.texts.Goal) ? '' : (earlier?.texts.Goal ?? '')
  const { isStretch = false } = request
  const toldGoal = isStretch ? undefined : goal
  const state = isStretch ? '' : renderState(taskState(ledger), { maxTokens: stateTokens(targetTokens), countText })
  const told = { activeTask: task.text, goal: toldGoal, lastAnswer, calls, state: itemsOf(state), hasIndex }
  const queues = factQueues(ledger, told)
  const stems = () => [
    ...queues.flatMap(({ lines }) => lines.map(({ stem }) => itemKey(stem))),
    ...ledger.constraints.map(({ text }) => itemKey(text)),
    ...statedBefore(ledger).map(itemKey),
  ]
  const all = earlier === undefined ? [] : carry(earlier, stemFinder(stems()), errorFinder(ledger), isStateLine)
  const carried = all.filter(({ text }) => !isFading(text))
  const facts = [...queues.flatMap(({ lines }) => lines), ...all.filter(({ text }) => isFading(text))]
  const opening = openingOf(request, earlier?.opening)
  const taskTokens = Math.min(longestTaskTokens, Math.max(leastTaskTokens, targetTokens * taskShare))
  const bare = writeSections(fillSections({ opening, texts: {} }, task, countText, taskTokens))
  const room = createRoom(Math.max(0, targetTokens - countText(bare)), countText)
  const taken = new Set<Line>()
  room.take([...facts, ...carried].filter(topicFinder(request.focus)), focusShare, taken)
  const whole = room.left()
  room.take(carried.filter(isAction), carriedShare * actionShare, taken)
  room.take(carried, (room.left() - (1 - carriedShare) * whole) / Math.max(1, room.left()), taken)
  const rest = room.left()
  for (const { share, lines } of queues) room.take(lines, (share * rest) / Math.max(1, room.left()), taken)
  const asides = new Set([...taken].filter(({ aside = '' }) => aside !== '' && room.spend(aside)))
  room.take([...facts, ...carried], 1, taken)
  const lines = [...carried, ...facts]
    .filter((line) => taken.has(line))
    .map((line) => (asides.has(line) ? { ...line, text: `${line.text}${line.aside}` } : line))
  const texts = arrange(lines, earlier?.texts['Completed Actions'] ?? '')
  return writeSections(
    restoreConstraints(fillSections({ opening, texts }, task, countText, taskTokens), ledger.constraints),
  )
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

/** Keeps the items that the ledger does not state anyway. */
function carry({ opening, texts }: Sections, ...isRestated: readonly ((item: string) => boolean)[]): readonly Line[] {
  const items = (heading: Heading): readonly Line[] =>
    itemsOf(isEmptySection(texts[heading]) ? '' : (texts[heading] ?? ''))
      .filter((text) => leftOutIn(text) === undefined && !isRestated.some((restates) => restates(text)))
      .map((text) => ({ heading, text }))
  const said: readonly Line[] =
    opening === '' || opening.startsWith(notice) ? [] : [{ heading: 'Critical Context', text: opening }]
  return [...carryOrder.flatMap(items), ...said, ...items('Completed Actions').toReversed()]
}

/** Finds lines that hold a word of the topic, if only as a part of a name. */
function topicFinder(focus = ''): (line: Line) => boolean {
  const words = [...contentWords(focus)].filter((word) => word.length > 1)
  return ({ text }) => words.length > 0 && words.some((word) => text.toLowerCase().includes(word))
}

function isAction({ heading }: Line): boolean {
  return heading === 'Completed Actions'
}

function stemFinder(stems: readonly string[]): (item: string) => boolean {
  const begins = beginningFinder(stems)
  return (item) => begins(itemKey(item))
}

/** True for an error of an older summary that the ledger still counts: its newest line may be another one. */
function errorFinder({ errors }: Ledger): (item: string) => boolean {
  const keys = new Set(errors.map(({ line }) => errorKey(line)))
  return (item) => keys.has(readErrorLine(item)?.key ?? '')
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
    /** Takes room for a text, if there is enough. */
    spend(text: string): boolean {
      const cost = countText(text)
      if (cost > left) return false
      left -= cost
      return true
    },
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
function arrange(told: readonly Line[], earlierActions: string): Readonly<Partial<Record<Heading, string>>> {
  const texts: Partial<Record<Heading, string>> = {}
  for (const heading of headings) {
    const lines = told.filter((line) => line.heading === heading)
    // Where no action is left, how many there were still is told.
    const text =
      heading === 'Completed Actions' ? writeActions(lines, earlierActions) : lines.map((line) => line.text).join('\n')
    if (text !== '') texts[heading] = text
  }
  return texts
}

function writeActions(lines: readonly Line[], earlierText: string): string {
  const earlier = itemsOf(isEmptySection(earlierText) ? '' : earlierText).filter(
    (text) => leftOutIn(text) === undefined,
  )
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
    return now === undefined ? [] : [`${lead(text)} ${now}`]
  })
  const done = countActions(earlierText, earlier)
  const added = fresh.map((text, i) => `${done + 1 + i}. ${text}`)
  return [...leftOutLine(done - numbered.length, numberIn(numbered[0] ?? added[0] ?? '')), ...numbered, ...added].join(
    '\n',
  )
}

/** The number of an item, or its bullet. */
function lead(item: string): string {
  const number = numberIn(item)
  return number === undefined ? '-' : `${number}.`
}

/** All that were ever listed: those that are left out have a number, too. */
function countActions(text: string, items: readonly string[]): number {
  const gone = itemsOf(text).reduce((sum, item) => sum + (leftOutIn(item) ?? 0), 0)
  return Math.max(items.length + gone, ...items.map((item) => numberIn(item) ?? 0))
}

/** With the numbers that follow, it shows how many there were; if the first is shown, none is missing before. */
function leftOutLine(gone: number, first: number | undefined): readonly string[] {
  return gone <= 0 ? [] : [`(${gone}${first === 1 ? '' : ' earlier'} action${gone === 1 ? '' : 's'} left out)`]
}

function openingOf({ messages, previous, isFallback = false }: MechanicalRequest, earlierOpening = ''): string {
  const before = earlierOpening.startsWith(notice)
    ? Number(/stands for (\d+) messages/.exec(earlierOpening)?.[1] ?? 0)
    : 0
  const on = previous === undefined || before > 0 ? '' : ', and carries on the summary before it'
  const why = isFallback ? ', because no model could write it' : '; no summary model was asked'
  return `${notice}${why}. It stands for ${before + messages} messages${on}. Its facts are exact; whether they still hold was not judged.`
}
