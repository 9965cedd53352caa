import { isObject, parseJson } from '../../json.ts'
import { type SimpleCommand, shellWords } from '../commands/shell-words.ts'
import type { EntityState, FactOrigin } from '../ledger.ts'
import type { BoundedEntities } from './bounded-entities.ts'
import type { CallOutcome } from './call-outcome.ts'

type TicketState = Extract<EntityState, 'named' | 'open' | 'closed' | 'merged'>

/** An issue, a pull request or the like on a web page: the repository and the number, or a key. */
const page =
  /https?:\/\/[\w.-]{1,80}\/(?:([\w.-]{1,60}\/[\w.-]{1,80})\/(?:-\/)?(?:issues|pull|pulls|merge_requests)\/(\d{1,7})|(?:browse|[\w-]{1,60}\/issue)\/([A-Z][A-Z0-9]{1,9}-\d{1,7}))(?![\w/-])/g
/** A number needs a word that says what it numbers: `#1` may be a rank and `#333` a colour. */
const spoken =
  /(?<![\w/])(?:(?:issues?|prs?|pull requests?|tickets?|mrs?|merge requests?)(?: number| no\.)?:? #?|(?:bugs?|stor(?:y|ies)|tasks?|fix(?:es)?|closes?|resolves?):? #)(\d{1,6})(?![\w%]|[.-]\w)/gi
const withRepository = /(?<![\w/.-])([\w.-]{1,40}\/[\w.-]{1,60}#\d{1,6})(?!\w|[.-]\w)/g
/** A key at the start of what is said, in brackets, or behind such a word. */
const key =
  /(?:^\s{0,3}|\[|(?:issue|ticket|story|bug|task|jira|linear|implement|fix|resolve|close|branch)[: ] ?)([A-Z][A-Z0-9]{1,9}-\d{1,6})(?![\w-])/g
const notKeys = /^(?:UTF|ISO|SHA|RFC|UTC|GMT|HTTP|ES|ANSI|AES|RSA|MD|GPT|CVE|COVID|TLS|ECMA|PEP|IPV|AK|CP|MP)-/
/** Who hands over more has pasted it: what is named in there may have nothing to do with the task. */
const typedChars = 4_000
const pastedChars = 600
const mostNamed = 6

/** Takes in the tickets that the user names. */
export function readNamedTickets(entities: BoundedEntities, said: string, origin: FactOrigin): void {
  const text = said.length > typedChars ? said.slice(0, pastedChars) : said
  if (!/\d/.test(text)) return
  const named = new Set<string>()
  if (text.includes('://'))
    for (const [, repository, number, id] of text.matchAll(page)) named.add(id ?? `${repository}#${number}`)
  for (const [, number] of text.matchAll(spoken)) named.add(`#${number}`)
  if (text.includes('#')) for (const [, name = ''] of text.matchAll(withRepository)) named.add(name)
  if (/[A-Z0-9]-\d/.test(text)) for (const [, id = ''] of text.matchAll(key)) if (!notKeys.test(id)) named.add(id)
  for (const name of [...named].slice(0, mostNamed)) putTicket(entities, name, 'named', origin)
}

/** Takes in what a call did to tickets, or was told about one. */
export function readTickets(entities: BoundedEntities, outcome: CallOutcome, origin: FactOrigin): void {
  const { command, part, failed } = outcome
  if (failed) return
  if (command === undefined) {
    if (argument.test(part.arguments)) readTicketTool(entities, outcome, origin)
    return
  }
  if (!/\b(?:gh|glab|hub)\b/.test(command)) return
  for (const each of shellWords(command)) readTicketCommand(entities, each, outcome.output, origin)
  for (const [, verb = '', repository = '', number] of outcome.output.slice(0, 20_000).matchAll(reported))
    putTicket(entities, `${repository}#${number}`, verbState(verb), origin)
}

const reported =
  /\b(merged|closed|reopened) (?:pull request|issue|merge request) (?:!|([\w.-]{1,40}\/[\w.-]{1,60})?#)(\d{1,7})\b/gi

function verbState(verb: string): TicketState {
  const word = verb.toLowerCase()
  return word === 'merged' || word === 'closed' ? word : 'open'
}

const looks = new Set(['view', 'checkout', 'edit', 'comment', 'review', 'diff', 'checks', 'develop', 'note', 'status'])
const state = /(?:^state:[ \t]{0,4}|"state":\s?")(open|closed|merged)\b/im

function readTicketCommand(
  entities: BoundedEntities,
  { words }: SimpleCommand,
  output: string,
  origin: FactOrigin,
): void {
  const [program = '', kind = '', verb = ''] = words
  if (!/^(?:gh|glab|hub)$/.test(program) || !/^(?:issue|pr|mr)$/.test(kind)) return
  if (verb === 'create') {
    const name = lastPage(output)
    if (name !== undefined) putTicket(entities, name, 'open', origin)
    return
  }
  const name = ticketOf(words.slice(3))
  if (name === undefined) return
  if (verb === 'close') putTicket(entities, name, 'closed', origin)
  else if (verb === 'reopen' || verb === 'ready') putTicket(entities, name, 'open', origin)
  else if (verb === 'merge' && !words.includes('--auto')) putTicket(entities, name, 'merged', origin)
  else if (looks.has(verb)) putTicket(entities, name, toldState(verb === 'view' ? output : ''), origin)
}

function toldState(output: string): TicketState {
  const told = state.exec(output.slice(0, 60_000))?.[1]?.toLowerCase()
  return told === 'open' || told === 'closed' || told === 'merged' ? told : 'named'
}

function lastPage(text: string): string | undefined {
  const [, repository, number, id] = [...text.slice(-4_000).matchAll(page)].at(-1) ?? []
  return id ?? (number === undefined ? undefined : `${repository}#${number}`)
}

/** The ticket that a command is about; its repository where a flag names it. */
function ticketOf(words: readonly string[]): string | undefined {
  const flag = words.findIndex((word) => word === '-R' || word === '--repo')
  const repository = flag < 0 ? '' : (words[flag + 1] ?? '')
  for (const word of words) {
    const url = lastPage(word)
    if (url !== undefined) return url
    const number = /^#?(\d{1,7})$/.exec(word)?.[1]
    if (number !== undefined) return `${repository}#${number}`
    if (!word.startsWith('-')) return undefined
  }
  return undefined
}

const argument = /"(?:issue|pull|pr|ticket|pull_?request)_?(?:number|key|id(?:_?or_?key)?)"/i

/** Tools that work on one ticket name it in an argument of its own. */
function readTicketTool(entities: BoundedEntities, { part, output }: CallOutcome, origin: FactOrigin): void {
  const input = parseJson(part.arguments)
  if (!isObject(input)) return
  const found = Object.entries(input).find(([name]) => argument.test(`"${name}"`))?.[1]
  const { owner, repo } = input
  const repository = typeof owner === 'string' && typeof repo === 'string' ? `${owner}/${repo}` : ''
  const name =
    typeof found === 'number' || /^\d{1,7}$/.test(String(found))
      ? `${repository}#${found}`
      : /^[A-Z][A-Z0-9]{1,9}-\d{1,7}$/.exec(String(found))?.[0]
  if (name !== undefined) putTicket(entities, name, toldState(output), origin)
}

/** One number is one ticket, also where only some of those who name it name its repository. */
function putTicket(entities: BoundedEntities, name: string, now: TicketState, { entry, at }: FactOrigin): void {
  const number = name.includes('#') ? name.slice(name.indexOf('#')) : name
  const isAlike = (other: string) => other === name || (other.endsWith(number) && (other === number || name === number))
  const known = entities.of('ticket').find((fact) => isAlike(fact.name))
  if (known !== undefined) entities.delete('ticket', known.name)
  const fullest = known !== undefined && known.name.length > name.length ? known.name : name
  const before = known?.state ?? 'named'
  entities.put({ entry, at, kind: 'ticket', name: fullest, state: now === 'named' ? before : now })
}
