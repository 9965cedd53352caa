import { sliceWhole } from '../../text/slice-whole.ts'
import type { CountText } from '../../tokens/count.ts'
import {
  commandImportance,
  countedImportance,
  fileImportance,
  identifierImportance,
  recency,
} from '../bounded/importance.ts'
import { seenTimes } from '../errors/error-lines.ts'
import { isSuffixPath } from '../files/paths.ts'
import type { CommandFact, ConstraintFact, FileFact, Ledger } from '../ledger.ts'
import { changeOf } from '../rules/changed-text.ts'
import { commonRoot, createFoldersOf, type FoldersOf, foldPaths, type ListedPath, resolver } from './path-forms.ts'

export interface RenderIndexOptions {
  readonly maxTokens: number
  readonly countText: CountText
  /** True for facts that appear elsewhere in what the model will see: they need no second place. */
  readonly alreadyShown?: (fact: string) => boolean
}

const sections = ['changed', 'read', 'seen', 'commands', 'errors', 'identifiers', 'decisions', 'ended'] as const
type Section = (typeof sections)[number]

export const titles: Readonly<Record<Section, string>> = {
  changed: 'Files changed',
  read: 'Files read',
  seen: 'Files seen',
  commands: 'Commands',
  errors: 'Errors',
  identifiers: 'Identifiers',
  decisions: 'Decisions',
  ended: 'Rules that no longer hold',
}

/** A fact that may be listed. */
interface Candidate {
  readonly section: Section
  readonly at: number
  readonly text: string
  readonly path?: ListedPath
  readonly worth: number
}

/** The worth of a fact of importance 1 in the index: agents come back to paths most. */
const share = { files: 4, commands: 2.2, errors: 3, settled: 1, identifiers: 1, decisions: 2.5, ended: 0.4 } as const

/**
 * The facts most worth their tokens, as bullets by kind, never more than `maxTokens`; empty when nothing fits.
 * Rules that hold are not in it: they have a budget of their own, see `renderConstraints`.
 */
export function renderIndex(ledger: Ledger, options: RenderIndexOptions): string {
  const { maxTokens, countText, alreadyShown = () => false } = options
  const ranked = candidates(ledger)
    .filter(({ text }) => !alreadyShown(text))
    .map((each) => ({ ...each, worth: each.worth / costOf(each, countText) }))
    .sort((a, b) => b.worth - a.worth || newestFirst(a, b))
  const write = createWriter(ranked)
  let fits = 0
  let tooMany = ranked.length + 1
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (countText(write(middle)) <= maxTokens) fits = middle
    else tooMany = middle
  }
  return write(fits)
}

function newestFirst(a: Candidate, b: Candidate): number {
  return b.at - a.at || (a.text < b.text ? -1 : 1)
}

/** In folded folders, a path costs about its own name. */
function costOf({ section, text, path }: Candidate, countText: CountText): number {
  const name = path !== undefined && isFolded(section) ? path.path.split('/').slice(-2).join('/') : text
  return 3 + countText(name)
}

/** Files that were worked on are named as they were, for reuse as they are; those merely seen get short names. */
function isFolded(section: Section): boolean {
  return section === 'seen'
}

function candidates(ledger: Ledger): readonly Candidate[] {
  const now = ledger.read
  return [
    ...ledger.files.map((file): Candidate => {
      const section = file.touch === 'mentioned' ? 'seen' : file.touch === 'read' ? 'read' : 'changed'
      const noted = file.touch === 'created' || file.touch === 'deleted'
      const text = fullPath(file)
      const path = noted ? { path: text, note: file.touch } : { path: text }
      return { section, at: file.at, text, path, worth: share.files * fileImportance(file, now) }
    }),
    ...ledger.commands.map((fact): Candidate => {
      const worth = share.commands * commandImportance(fact, now)
      return { section: 'commands', at: fact.at, text: commandLine(fact), worth }
    }),
    ...ledger.errors.map((fact): Candidate => {
      const text = `${fact.line}${fact.varied === true ? seenTimes(fact) : counted(fact)}`
      const worth = (fact.settled === true ? share.settled : share.errors) * countedImportance(fact, now)
      return { section: 'errors', at: fact.at, text, worth }
    }),
    ...ledger.identifiers.map((fact): Candidate => {
      const worth = share.identifiers * identifierImportance(fact, now)
      return { section: 'identifiers', at: fact.at, text: fact.text, worth }
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

/** Of two spellings the longer one, which says the other as well. */
function fullPath({ path, also }: FileFact): string {
  return also !== undefined && isSuffixPath(path, also.path) ? also.path : path
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
  const folders = createFoldersOf()
  const rank = new Map(ranked.map((each, at) => [each, at]))
  const listed = sections.map((section) => ({
    section,
    all: ranked.filter((each) => each.section === section).sort(newestFirst),
  }))
  return (count) =>
    listed
      .map(({ section, all }) => ({ section, facts: all.filter((each) => (rank.get(each) ?? 0) < count) }))
      .filter(({ facts }) => facts.length > 0)
      .map(({ section, facts }) => `${titles[section]}:\n${linesOf(section, facts, folders)}`)
      .join('\n')
}

function linesOf(section: Section, facts: readonly Candidate[], folders: FoldersOf): string {
  if (section === 'identifiers') return `- ${facts.map(({ text }) => text).join(', ')}`
  if (isFolded(section)) return foldedLines(pathsOf(facts), folders)
  return facts.map(({ text, path }) => `- ${text}${path?.note === undefined ? '' : ` (${path.note})`}`).join('\n')
}

/** Paths by folder, below the one that most of them share. */
function foldedLines(listed: readonly ListedPath[], folders: FoldersOf): string {
  const resolve = resolver(
    listed.map(({ path }) => path),
    folders,
  )
  const paths = listed.map((each) => ({ ...each, path: resolve(each.path) }))
  const root = commonRoot(
    paths.map(({ path }) => path),
    folders,
  )
  const lines = foldPaths(paths, root).map((line) => `- ${line}`)
  return [...(root === '' ? [] : [`Paths are below \`${root}\` unless they start with / or ./.`]), ...lines].join('\n')
}

function pathsOf(facts: readonly Candidate[]): readonly ListedPath[] {
  return facts.map(({ path }) => path).filter((path) => path !== undefined)
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
