import { sliceWhole } from '../../text/slice-whole.ts'
import type { CountText } from '../../tokens/count.ts'
import { commandImportance, countedImportance, recency } from '../bounded/importance.ts'
import { seenTimes } from '../errors/error-lines.ts'
import type { CommandFact, ConstraintFact, Ledger } from '../ledger.ts'
import { readNames } from '../names/name-list.ts'
import { changeOf } from '../rules/changed-text.ts'
import { type ChosenNames, chooseNames } from './choose-names.ts'
import { type ListedPath, trieTitle, writeTrie } from './path-trie.ts'
import { type ShownNames, shownNames } from './shown-names.ts'

export interface RenderIndexOptions {
  readonly maxTokens: number
  readonly countText: CountText
  /** All else that the model will see: what it shows needs no second place. @default nothing */
  readonly shown?: string
  /** What the last calls asked for: names that are alike come first. @default nothing */
  readonly recent?: string
  /** The calls that changed files are not in view, so changed files are listed even if their names are. @default false */
  readonly listsChanges?: boolean
}

const sections = ['commands', 'errors', 'decisions', 'ended'] as const
type Section = (typeof sections)[number]

export const titles = {
  paths: trieTitle,
  identifiers: 'Identifiers:',
  commands: 'Commands:',
  errors: 'Errors:',
  decisions: 'Decisions:',
  ended: 'Rules that no longer hold:',
} as const

/** A fact that may be listed. */
interface Candidate {
  readonly section: Section
  readonly at: number
  readonly text: string
  readonly worth: number
}

/** The worth of a fact of importance 1. */
const share = { commands: 2.2, errors: 3, settled: 1, decisions: 2.5, ended: 0.4 } as const

/** Of the tokens of an index: agents come back to paths most. What paths leave is for identifiers, up to twice their share. */
const roomShare = { paths: 8 / 13, identifiers: 3 / 13, facts: 2 / 13 } as const

/**
 * The names most likely to be needed again, and the facts most worth their tokens, never more than `maxTokens`; empty when
 * nothing fits. Rules that hold are not in it: they have a budget of their own, see `renderConstraints`.
 */
export function renderIndex(ledger: Ledger, options: RenderIndexOptions): string {
  const { maxTokens, countText, shown = '', recent = '', listsChanges = false } = options
  const seen = shownNames(shown)
  const { paths, identifiers } = chooseNames(ledger, { shown: seen, recent, listsChanges })
  const room = (part: keyof typeof roomShare) => Math.floor(maxTokens * roomShare[part])
  const tree = renderPaths(paths, room('paths'), countText)
  const left = maxTokens - room('facts') - countText(tree)
  const blocks = [
    tree,
    renderIdentifiers(identifiers, Math.min(left, 2 * room('identifiers')), countText),
    renderFacts(ledger, seen, room('facts'), countText),
  ]
  return blocks.filter((block) => block !== '').join('\n')
}

/** The most tokens that an index of this ledger can take. */
export function mostIndexTokens(ledger: Ledger, maxTokens: number): number {
  const names = readNames(ledger.names).length + ledger.files.length + ledger.identifiers.length
  const facts = ledger.commands.length + ledger.errors.length + ledger.decisions.length + ledger.constraints.length
  return Math.min(maxTokens, names * nameTokens + facts * factTokens)
}

const nameTokens = 10
const factTokens = 50

function renderPaths(paths: readonly ListedPath[], maxTokens: number, countText: CountText): string {
  const write = (count: number) => (count === 0 ? '' : `${titles.paths}\n${writeTrie(paths.slice(0, count))}`)
  return longestFitting(paths.length, write, { maxTokens, countText })
}

/** A text of some names or facts, counted from the first. */
type WriteFirst = (count: number) => string

interface TextRoom {
  readonly maxTokens: number
  readonly countText: CountText
}

/** The most, counted from the first, of which the text still fits. Each guess goes by what the last ones took. */
function longestFitting(length: number, write: WriteFirst, { maxTokens, countText }: TextRoom): string {
  let text = ''
  let [most, mostTakes] = [0, 0]
  let [tooMany, tooManyTakes] = [length + 1, Number.POSITIVE_INFINITY]
  for (let tries = 0; tooMany - most > 1; tries++) {
    const middle = nextGuess({ most, mostTakes, tooMany, tooManyTakes }, maxTokens, tries)
    const tried = write(middle)
    const takes = countText(tried)
    if (takes <= maxTokens) [most, mostTakes, text] = [middle, takes, tried]
    else [tooMany, tooManyTakes] = [middle, takes]
  }
  return text
}

/** An item of an index takes about so much. */
const usualTokens = 6

interface Bracket {
  readonly most: number
  readonly mostTakes: number
  readonly tooMany: number
  readonly tooManyTakes: number
}

/** As many as such items usually are; then in proportion, and now and then the middle, so that no odd text takes long. */
function nextGuess({ most, mostTakes, tooMany, tooManyTakes }: Bracket, maxTokens: number, tries: number): number {
  if (tries === 0) return Math.min(tooMany - 1, Math.max(1, Math.floor(maxTokens / usualTokens)))
  const near = tooManyTakes === Number.POSITIVE_INFINITY ? 1 : (maxTokens - mostTakes) / (tooManyTakes - mostTakes)
  const share = tries % 3 === 0 ? 0.5 : near
  const guess = most + Math.floor((tooMany - most) * share)
  return Math.min(tooMany - 1, Math.max(most + 1, guess))
}

/** On one line, the worthiest for their tokens, in the order of the alphabet. */
function renderIdentifiers(names: ChosenNames['identifiers'], maxTokens: number, countText: CountText): string {
  const priced = names
    .map(({ text, worth }) => ({ text, worth: worth / (1 + countText(text)) }))
    .sort((a, b) => b.worth - a.worth || (a.text < b.text ? -1 : 1))
  const write = (count: number) => {
    const texts = priced.slice(0, count).map(({ text }) => text)
    return count === 0 ? '' : `${titles.identifiers}\n${texts.sort().join(' ')}`
  }
  return longestFitting(priced.length, write, { maxTokens, countText })
}

/** Commands, errors, decisions and rules that ended, as bullets by kind. */
function renderFacts(ledger: Ledger, shown: ShownNames, maxTokens: number, countText: CountText): string {
  const ranked = candidates(ledger)
    .filter(({ text }) => !shown.hasText(text))
    .map((each) => ({ ...each, worth: each.worth / (3 + countText(each.text)) }))
    .sort((a, b) => b.worth - a.worth || newestFirst(a, b))
  return longestFitting(ranked.length, createWriter(ranked), { maxTokens, countText })
}

function newestFirst(a: Candidate, b: Candidate): number {
  return b.at - a.at || (a.text < b.text ? -1 : 1)
}

function candidates(ledger: Ledger): readonly Candidate[] {
  const now = ledger.read
  return [
    ...ledger.commands.map((fact): Candidate => {
      const worth = share.commands * commandImportance(fact, now)
      return { section: 'commands', at: fact.at, text: commandLine(fact), worth }
    }),
    ...ledger.errors.map((fact): Candidate => {
      const text = `${fact.line}${fact.varied === true ? seenTimes(fact) : counted(fact)}`
      const worth = (fact.settled === true ? share.settled : share.errors) * countedImportance(fact, now)
      return { section: 'errors', at: fact.at, text, worth }
    }),
    ...ledger.decisions.map(({ text, at, by }): Candidate => {
      return { section: 'decisions', at, text: `${by}: "${text}"`, worth: share.decisions * recency(at, now) }
    }),
    ...ledger.constraints
      .filter(({ state }) => state !== 'standing')
      .map(
        (fact): Candidate => ({
          section: 'ended',
          at: fact.at,
          text: constraintLine(fact, ledger.constraints).slice(2),
          worth: share.ended,
        }),
      ),
  ]
}

function isFailed({ exitCode, failed }: CommandFact): boolean {
  return failed === true || (exitCode !== undefined && exitCode !== 0)
}

/** Long scripts are known by their beginning. */
const mostCommand = 120

function commandLine(fact: CommandFact): string {
  const line = fact.command.replace(/(?<!\s)\s*\n\s*/g, ' ⏎ ')
  const command = line.length <= mostCommand ? line : `${sliceWhole(line, 0, mostCommand)}…`
  const code = fact.exitCode === undefined ? (fact.failed === true ? ' -> failed' : '') : ` -> exit ${fact.exitCode}`
  const outcome = isFailed(fact) && fact.outcome !== undefined ? `: ${sliceWhole(fact.outcome, 0, mostCommand)}` : ''
  return `\`${command}\`${code}${outcome}${counted(fact)}`
}

function counted({ times }: { readonly times: number }): string {
  return times > 1 ? ` ×${times}` : ''
}

/** Writes as many of the facts as are asked for, the worthiest of them, in their sections. */
function createWriter(ranked: readonly Candidate[]): (count: number) => string {
  const rank = new Map(ranked.map((each, at) => [each, at]))
  const listed = sections.map((section) => ({
    section,
    all: ranked.filter((each) => each.section === section).sort(newestFirst),
  }))
  return (count) =>
    listed
      .map(({ section, all }) => ({ section, facts: all.filter((each) => (rank.get(each) ?? 0) < count) }))
      .filter(({ facts }) => facts.length > 0)
      .map(({ section, facts }) => [titles[section], ...facts.map(({ text }) => `- ${text}`)].join('\n'))
      .join('\n')
}

export interface RenderConstraintsOptions {
  /** Also list rules that no longer hold, marked as such. @default false */
  readonly withEnded?: boolean
}

/** The user's rules, word for word, oldest first; empty when there are none. It has no limit but the ledger's own. */
export function renderConstraints(ledger: Ledger, options: RenderConstraintsOptions = {}): string {
  const { withEnded = false } = options
  const shown = ledger.constraints.filter(({ state }) => withEnded || state === 'standing')
  const lines = [...shown].sort((a, b) => a.at - b.at).map((fact) => constraintLine(fact, ledger.constraints))
  if (ledger.dropped.constraints > 0) lines.push(`- (${ledger.dropped.constraints} more, not kept here)`)
  return lines.join('\n')
}

/** One rule as a bullet with the number of the message that states it, and what took its place. */
function constraintLine(
  { text, at, state, endedBy, endedWith }: ConstraintFact,
  all: readonly ConstraintFact[],
): string {
  if (state === 'standing') return `- "${text}" (#${at})`
  const next = state === 'superseded' ? all.find(({ entry }) => entry === endedBy)?.text : endedWith
  const by = next === undefined ? '' : ` by "${sliceWhole(changeOf(next) ?? next, 0, mostCommand)}"`
  return `- "${text}" (#${at}, ${state}${by}: no longer holds)`
}
