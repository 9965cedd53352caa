import { type ErrorLine, seenTimes } from '../../ledger/errors/error-lines.ts'
import { readError } from '../../ledger/fact-index/read-index.ts'
import type { FileTouch } from '../../ledger/files/file-touch.ts'
import { singleSpaced } from '../../ledger/language/single-spaced.ts'
import type { CommandFact, DecisionFact, ErrorFact, FileFact, Ledger, Touch } from '../../ledger/ledger.ts'
import { asksNothing } from '../../ledger/requests/asks-nothing.ts'
import { beginningOf } from '../../ledger/requests/cut-request.ts'
import { sliceWhole } from '../../text/slice-whole.ts'
import type { Heading } from '../sections/headings.ts'
import type { DoneCall } from './done-calls.ts'

/** One line of a mechanical summary. */
export interface FactLine {
  readonly heading: Heading
  readonly text: string
  /** The line's beginning in any state of the fact: it identifies older lines about the same fact. */
  readonly stem: string
  /** An addition for when every kind of fact had its share and there is room left. */
  readonly aside?: string
}

/** Lines of one kind, the most wanted first, and their share of the room. */
export interface FactQueue {
  readonly share: number
  readonly lines: readonly FactLine[]
}

/** The beginning of every error line. */
const errorLead = '- Error seen: '
const askedLead = '- Asked (may be done): '
const answerLead = '- The assistant last said: '
const fading = /^- (?:Asked \(may be done\)|Called off|url|sha|uuid|issue|version|port|date|amount|name): /

/** True for a line that code wrote and that says less the older it is: others like it have come since. */
export function isFading(line: string): boolean {
  return fading.test(line)
}

/** Requests that are called off by now, as they were worded before. */
export function statedBefore({ requests }: Ledger): readonly string[] {
  return requests.flatMap(({ text, calledOff }) => (calledOff ? [`${askedLead}${cutMiddle(text)}`] : []))
}

const longestChars = 400
/** Of a request that is longer, its end is this long. */
const longestEnd = 150
/** Scripts are written into commands; their beginning shows what they were for. */
const longestCommandChars = 160
/** The newest errors that were not settled may still block; the others are context. */
const blockingErrors = 3
const touchRank = { deleted: 0, created: 0, changed: 0, read: 1, mentioned: 2 } as const

/** Knowledge besides the ledger. */
export interface SummarySituation {
  /** Said elsewhere in the summary. */
  readonly activeTask?: string | undefined
  /** The goal as the summary before it has it; `undefined` where it is stated elsewhere. */
  readonly goal: string | undefined
  /** The assistant's last words in the messages that are summarised. */
  readonly lastAnswer?: string | undefined
  readonly calls: readonly DoneCall[]
  /** Lines about what the task stands at. */
  readonly state: readonly string[]
  /** An index below it lists the names that came up. */
  readonly hasIndex: boolean
}

/** The lines of a ledger, newest first within each kind; files that were changed before files that were seen. */
export function factQueues(
  ledger: Ledger,
  { activeTask, goal, lastAnswer, calls, state, hasIndex }: SummarySituation,
): readonly FactQueue[] {
  const errors = errorFacts(ledger).map(({ line }) => line)
  const requests = ledger.requests
    .filter(({ text }) => !isTask(text, activeTask) && !asksNothing(text))
    .map(({ text, calledOff }) => ({ text: cutMiddle(text), lead: calledOff ? '- Called off: ' : askedLead }))
  const [first] = goal === '' ? requests : []
  const asked = requests.filter(({ text }) => text !== first?.text && goal?.includes(text) !== true).toReversed()
  const queues = [
    { share: 0.08, lines: state.map((text) => line('Active State', text)) },
    { share: 0.08, lines: lastAnswer === undefined ? [] : [answerLine(lastAnswer)] },
    { share: 0.04, lines: first === undefined ? [] : [line('Goal', `- First asked: ${first.text}`)] },
    {
      share: 0.12,
      lines: ledger.decisions.toReversed().map(decisionLine),
    },
    { share: 0.2, lines: actions(ledger.commands, calls) },
    { share: 0.12, lines: errors },
    {
      share: 0.16,
      lines: asked.map(({ text, lead }) => line('Pending User Asks', `${lead}${text}`)),
    },
    { share: 0.12, lines: filesByTouch(ledger.files, hasIndex).map(fileLine) },
    { share: 0.08, lines: hasIndex ? [] : identifierLines(ledger) },
  ]
  return queues.map(({ share, lines }) => ({
    share,
    lines: [...new Map(lines.toReversed().map((one) => [one.stem, one])).values()].toReversed(),
  }))
}

/** An error and the line about it. */
export interface ToldError {
  readonly error: ErrorFact
  readonly line: FactLine
}

/** The errors of a ledger, those that still fail first, newest first; the newest of those that were not settled may block. */
export function errorFacts({ errors, commands }: Ledger): readonly ToldError[] {
  const newest = errors.toReversed().sort((a, b) => errorRank(a) - errorRank(b))
  const blocking = new Set(newest.filter(({ settled }) => settled !== true).slice(0, blockingErrors))
  return newest.map((error) => {
    const told = `${errorLead}${cut(error.line)}`
    if (!blocking.has(error)) return { error, line: line('Critical Context', told, seenTimes(error)) }
    return { error, line: { ...line('Blocked', told, seenTimes(error)), aside: source(error, commands) } }
  })
}

function errorRank({ settled, minor }: ErrorFact): number {
  return settled === true ? 2 : minor === true ? 1 : 0
}

export function decisionLine({ text, by }: DecisionFact): FactLine {
  return line('Key Decisions', `- By the ${by}: ${cut(text)}`)
}

/** The command that must run again to show whether it still blocks: nothing else in a file says so. */
function source({ at, command: told }: ErrorFact, commands: readonly CommandFact[]): string {
  const { command = told } = commands.find(({ failedAt }) => failedAt === at) ?? {}
  return command === undefined || command !== cut(command, longestCommandChars) ? '' : ` (from \`${command}\`)`
}

const fromLead = ' (from `'
const fromEnd = '`)'

/** Reads a line about an error, if code wrote it. */
export function readErrorLine(text: string): (ErrorLine & Pick<ErrorFact, 'command'>) | undefined {
  if (!text.startsWith(errorLead)) return undefined
  const said = text.slice(errorLead.length)
  const at = said.endsWith(fromEnd) ? said.indexOf(fromLead) : -1
  const command = at < 0 ? '' : said.slice(at + fromLead.length, -fromEnd.length)
  return command === '' ? readError(said) : { ...readError(said.slice(0, at)), command }
}

/** An older summary may report an older state: what was said last shows how far the work is. */
function answerLine(text: string): FactLine {
  return { heading: 'Active State', text: `${answerLead}${cut(text)}`, stem: answerLead }
}

/** Newest first, commands and calls alike. */
function actions(commands: readonly CommandFact[], calls: readonly DoneCall[]): readonly FactLine[] {
  const done = [
    ...commands.map((fact) => ({ at: fact.at, line: commandLine(fact) })),
    ...calls.map((call) => ({ at: call.at, line: callLine(call) })),
  ]
  return done
    .toReversed()
    .sort((a, b) => b.at - a.at)
    .map((each) => each.line)
}

function callLine({ text, outcome, times }: DoneCall): FactLine {
  return line('Completed Actions', `Called \`${text}\``, `${outcome}${counted(times)}`)
}

function commandLine({ command, exitCode, failed, outcome, times }: CommandFact): FactLine {
  const end = exitCode === undefined ? (failed ? ' -> failed' : '') : ` -> exit ${exitCode}`
  const told = outcome === undefined ? '' : `: ${cut(outcome, longestCommandChars)}`
  return line('Completed Actions', `Ran \`${cut(command, longestCommandChars)}\``, `${end}${told}${counted(times)}`)
}

/** One that was changed once may have been read often: all of it is counted together. */
export function fileLine({ path, touch, times }: FileFact): FactLine {
  return line('Relevant Files', `- ${cut(path)}:`, ` ${touch}${times > 1 ? ` (came up ${times} times)` : ''}`)
}

const toldFile = /^- (.+): (mentioned|read|changed|created|deleted)(?: \((?:came up )?\d+ times\))?$/

/** Reads a line about a file, if code wrote it. */
export function readFileLine(text: string): FileTouch | undefined {
  const [, path, touch] = toldFile.exec(text) ?? []
  return path === undefined ? undefined : { path, touch: touch as Touch }
}

/** Files that were changed, newest first, then the others, unless an index lists them. */
function filesByTouch(files: readonly FileFact[], hasIndex: boolean): readonly FileFact[] {
  const newest = files.toReversed().sort((a, b) => touchRank[a.touch] - touchRank[b.touch])
  return hasIndex ? newest.filter(({ touch }) => touchRank[touch] === 0) : newest
}

function identifierLines({ identifiers }: Ledger): readonly FactLine[] {
  return identifiers.toReversed().map(({ kind, text }) => line('Critical Context', `- ${kind}: ${cut(text)}`))
}

function line(heading: Heading, stem: string, rest = ''): FactLine {
  return { heading, text: stem + rest, stem }
}

/** Separates a request from the word to go on with it. */
const gap = '\n\n'

/**
 * A request appears in one place only: said twice, it may be answered twice. A task may be two requests; each is
 * compared as a whole, since a short answer ("2") occurs in many requests that have nothing to do with it.
 */
function isTask(text: string, activeTask: string | undefined): boolean {
  if (activeTask === undefined) return false
  const whole = beginningOf(text)
  if (whole !== text && activeTask.startsWith(whole)) return true
  // A task may have megabytes, so nothing is put together to compare it.
  const before = activeTask.length - text.length - gap.length
  const isAt = (place: number) => text.length === activeTask.length || activeTask.startsWith(gap, place)
  return (activeTask.startsWith(text) && isAt(text.length)) || (activeTask.endsWith(text) && isAt(before))
}

function counted(times: number): string {
  return times > 1 ? ` (${times} times)` : ''
}

/** Users who hand over a long text ask before or after it. */
function cutMiddle(text: string): string {
  const line = singleSpaced(text).trim()
  if (line.length <= longestChars) return line
  const tail = sliceWhole(line, line.length - longestEnd, line.length).trimStart()
  return `${sliceWhole(line, 0, longestChars - longestEnd).trimEnd()} […] ${tail}`
}

function cut(text: string, most = longestChars): string {
  const line = singleSpaced(text).trim()
  return line.length <= most ? line : `${sliceWhole(line, 0, most).trimEnd()} […]`
}
