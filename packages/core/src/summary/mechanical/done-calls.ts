import type { Shown } from '../../contract/occasion.ts'
import { isObject, type Json, parseJson } from '../../json.ts'
import { callFacts } from '../../ledger/commands/call-facts.ts'
import { ending } from '../../ledger/commands/exit-code.ts'
import { isRunner, ownName } from '../../ledger/commands/own-name.ts'
import { tellingLine } from '../../ledger/errors/telling-line.ts'
import { singleSpaced } from '../../ledger/language/single-spaced.ts'
import type { FactOrigin, Ledger } from '../../ledger/ledger.ts'
import { isDeclined } from '../../message/declined.ts'
import type { Part, ToolCallPart, ToolMessage } from '../../message/message.ts'
import { redactMessage } from '../../redact/redact-message.ts'
import { sliceWhole } from '../../text/slice-whole.ts'

/** A call that may have changed things outside files and shells, which the ledger covers: a refund, an e-mail. */
export interface DoneCall {
  /** As in the ledger: higher is newer. */
  readonly at: number
  /** The tool and what it was given. */
  readonly text: string
  readonly outcome: string
  readonly times: number
}

/** Length shown of each value among many. */
const leastValue = 40
const longestText = 160
/** Longer arguments give a tool something to keep; their beginning would not show what. */
const longestArguments = 20_000

/** The calls of these messages that did something, each once, the newest last. */
export function doneCalls(messages: readonly Shown[], ledger: Ledger): readonly DoneCall[] {
  const isDoing = createDoing()
  if (!messages.some(({ message }) => message.role === 'assistant' && message.parts.some(isDoing))) return []
  const results = new Map<string, ToolMessage>()
  for (const { message } of messages) if (message.role === 'tool') results.set(message.callId, message)
  const numbers = numbersIn(ledger)
  const done = new Map<string, DoneCall>()
  let at = -1
  for (const { id, message, standsFor } of messages) {
    at = numbers.get(id) ?? at
    if (message.role !== 'assistant' || standsFor !== undefined) continue
    for (const [place, part] of message.parts.entries()) {
      if (!isDoing(part)) continue
      const clean = redactMessage(message).parts[place]
      if (clean?.type !== 'tool-call') continue
      const key = `${clean.name} ${clean.arguments}`
      const times = (done.get(key)?.times ?? 0) + 1
      done.delete(key)
      done.set(key, { at, text: textOf(clean), outcome: outcomeOf(results.get(part.callId)), times })
    }
  }
  return [...done.values()]
}

/** Numbers of the messages that the ledger has a fact of. */
function numbersIn({ requests, files, commands, errors, identifiers }: Ledger): ReadonlyMap<string, number> {
  const facts: readonly FactOrigin[] = [...requests, ...files, ...commands, ...errors, ...identifiers]
  return new Map(facts.map(({ entry, at }) => [entry, at]))
}

/** Tools that only look, wait, think or keep a list of tasks: a repeat is possible, and nothing outside changed. */
const looks =
  /^(?:get|list|read|fetch|search|find|grep|glob|ls|view|look|lookup|describe|show|query|select|check|inspect|count|load|think|plan|todo|todos|wait|sleep|update_plan|recall)(?:_|$)|(?:^|_)(?:search|query|lookup|screenshot|snapshot|todos?|todo_write|todo_list|web_?fetch|plan_mode|task_(?:create|update|list|get|output))$|thinking$/

/** Tools that look, or that run commands as a shell does, are known by name once one of their calls was seen. */
function createDoing(): (part: Part) => part is ToolCallPart {
  const others = new Set<string>()
  return (part): part is ToolCallPart => {
    if (part.type !== 'tool-call' || others.has(part.name) || part.arguments.length > longestArguments) return false
    const isLook = looks.test(ownName(part.name))
    const { touches, command, answer } = callFacts(part)
    if (isLook || command !== undefined) others.add(part.name)
    if (isLook || command !== undefined) return false
    if (isRunner(part.name)) return touches.every(({ touch }) => touch === 'read')
    return touches.length === 0 && answer !== 'listing'
  }
}

function textOf({ name, arguments: json }: ToolCallPart): string {
  const input = parseJson(json)
  const given: readonly (readonly [string, Json | undefined])[] = isObject(input) ? Object.entries(input) : [['', json]]
  const most = Math.max(longestText / given.length, leastValue)
  const told = given.map(([key, value]) => `${key === '' ? '' : `${key}: `}${short(value, most)}`)
  return cut(`${name} ${told.join(', ')}`.trim(), longestText)
}

function short(value: Json | undefined, most: number): string {
  return cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), most)
}

function outcomeOf(result: ToolMessage | undefined): string {
  if (result === undefined) return ''
  const text = redactMessage(result).parts.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`))
  const { exitCode, output } = ending(text.join('\n'))
  const failed = result.isError === true || (exitCode ?? 0) !== 0
  if (isDeclined(result)) return ' -> declined by the user'
  const line = tellingLine(output, failed)
  return `${failed ? ' -> failed' : ''}${line === undefined ? '' : `: ${cut(line, longestText)}`}`
}

function cut(text: string, most: number): string {
  const line = singleSpaced(sliceWhole(text, 0, most * 4)).trim()
  return line.length <= most ? line : `${sliceWhole(line, 0, most).trimEnd()}…`
}
