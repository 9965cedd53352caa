import type { EntryId } from '../../log/entry.ts'
import type { BoundedFacts } from '../bounded/bounded-facts.ts'
import type { ConstraintFact, FactOrigin, RequestFact } from '../ledger.ts'
import { baseOf, changedText, changeOf } from './changed-text.ts'
import { type Ruling, rulingsIn } from './constraints.ts'
import { changedRules, changeIn, isBare, type RuleChangeContext } from './rule-changes.ts'
import { endedBy } from './settle-constraints.ts'

/** Work that may be interrupted where it yields. */
export type Steps = Generator<undefined, void>

/** A user who hands over this much has pasted it. */
const longMessage = 4_000

/** A rule repeated after it was ended is in force again, beside the ended one. */
export function ruleKey({ state, text, at }: Pick<ConstraintFact, 'state' | 'text' | 'at'>): string {
  return state === 'standing' ? text : `${at} ${text}`
}

/** Merges the rules of a text into the standing ones. */
export function* takeRules(
  constraints: BoundedFacts<ConstraintFact>,
  said: string,
  { entry, at }: FactOrigin,
  before: RequestFact | undefined,
): Steps {
  const pasted = isPasted(said)
  for (const ruling of rulingsIn(said)) {
    if (ruling === undefined) {
      yield
      continue
    }
    // A document that was handed over lists rules that hold together; only what is typed ends a rule.
    const { ended, text } = pasted ? stateOnly(ruling) : settle(ruling, standingOf(constraints), { said, at, before })
    for (const [rule, state] of ended) {
      constraints.delete(rule.text)
      const fact = closed(rule, state, { entry, text: ruling.text })
      constraints.put(ruleKey(fact), fact)
    }
    if (text !== undefined) constraints.put(text, { entry, at, text, state: 'standing', ...(pasted ? { pasted } : {}) })
  }
}

/** The rules that a sentence ends, and the one in force from then on, if any. */
interface Settled {
  readonly ended: ReadonlyMap<ConstraintFact, 'cancelled' | 'superseded'>
  readonly text: string | undefined
}

function stateOnly({ kind, text }: Ruling): Settled {
  return { ended: new Map(), text: kind === 'order' || kind === 'forbid' ? text : undefined }
}

function settle(ruling: Ruling, standing: readonly ConstraintFact[], situation: RuleChangeContext): Settled {
  if (ruling.endsLast === true) return takeBack(ruling, standing, situation)
  const { text } = stateOnly(ruling)
  const ended = ruling.kind === 'change' ? new Map() : endedBy(ruling, standing)
  const change = ended.size > 0 ? undefined : changeIn(ruling.text, ruling.kind === 'order')
  if (change === undefined) return { ended, text }
  const others = standing.filter((rule) => rule.text !== text)
  const changed = changedRules(change, others, situation)
  const newest = changed.at(-1)
  if (newest === undefined) return { ended, text }
  const isClear = text !== undefined && !isBare(change)
  return {
    ended: new Map(changed.map((rule) => [rule, 'superseded'])),
    text: isClear ? text : changedText(newest.text, ruling.text),
  }
}

/** Taking back a change leaves the rule as it was before it. */
function takeBack(ruling: Ruling, standing: readonly ConstraintFact[], situation: RuleChangeContext): Settled {
  const ended = endedBy(ruling, saidBefore(standing, ruling.text, situation))
  const changed = [...ended.keys()].find(({ text }) => changeOf(text) !== undefined)
  return { ended, text: changed === undefined ? undefined : baseOf(changed.text) }
}

/** The rule that was the sentence right before this text, or the whole of the last message, where this one opens with it. */
function saidBefore(
  standing: readonly ConstraintFact[],
  text: string,
  { said, at, before: last }: RuleChangeContext,
): readonly ConstraintFact[] {
  const before = said.slice(0, said.indexOf(text)).trim()
  const wordsOf = (rule: ConstraintFact) => changeOf(rule.text) ?? rule.text
  if (before !== '') return standing.filter((rule) => rule.at === at && before.endsWith(wordsOf(rule)))
  return standing.filter((rule) => rule.at === last?.at && last.text.trim() === wordsOf(rule))
}

function closed(
  { entry, at, text, pasted }: ConstraintFact,
  state: ConstraintFact['state'],
  end: { readonly entry: EntryId; readonly text: string },
): ConstraintFact {
  const fact = { entry, at, text, state, ...(pasted === undefined ? {} : { pasted }), endedBy: end.entry }
  return state === 'cancelled' ? { ...fact, endedWith: end.text } : fact
}

function standingOf(constraints: BoundedFacts<ConstraintFact>): readonly ConstraintFact[] {
  return constraints.values().filter(isStanding)
}

export function isStanding({ state }: ConstraintFact): boolean {
  return state === 'standing'
}

/** Long texts, and texts with headings, were written elsewhere. */
function isPasted(text: string): boolean {
  return text.length > longMessage || (text.match(/^#{1,4} \S/gm)?.length ?? 0) > 1
}
