import type { Shown } from '../contract/occasion.ts'
import { isDeclined } from '../message/declined.ts'
import type { AssistantMessage, Message, ToolCallPart, ToolMessage, UserMessage } from '../message/message.ts'
import { withoutSeals } from '../sealed/seal.ts'
import { sliceWhole } from '../text/slice-whole.ts'
import { isBackground, spokenText } from './authorship/spoken-text.ts'
import { withoutCopied } from './authorship/without-copied.ts'
import type { Teller } from './bounded/bounded-errors.ts'
import { type CallFacts, callFacts } from './commands/call-facts.ts'
import { callMark } from './commands/call-mark.ts'
import { clearedLine } from './commands/cleared-line.ts'
import { commandText } from './commands/command-text.ts'
import { ending } from './commands/exit-code.ts'
import { doneBy, undoneCalls, undoneKey } from './commands/undone-calls.ts'
import { decisionsIn } from './decisions.ts'
import { readPlanCall, readPlanText } from './entities/plan-items.ts'
import { readEntities } from './entities/read-entities.ts'
import { readNamedTickets } from './entities/ticket-state.ts'
import { type ErrorLine, errorKey, errorLines, errorLinesSlowly, pieceChars, ranked } from './errors/error-lines.ts'
import { tellingLine } from './errors/telling-line.ts'
import { isFileName } from './files/paths.ts'
import type { DecisionFact, FactOrigin, Ledger, RequestFact } from './ledger.ts'
import { createDraft, type LedgerDraft } from './ledger-draft.ts'
import { readNamesOf } from './names/read-names-of.ts'
import { readWords, spokenReach } from './read-words.ts'
import type { Steps } from './rules/take-rules.ts'

const bareName = /(?<![\w./\\-])[\w-][\w.-]{0,80}\.\w{1,8}(?![\w/\\-])/g

/** Takes the secrets out of a message. */
export type CleanMessage = (message: Message) => Message

interface Reading {
  readonly draft: LedgerDraft
  /** Calls whose results are still to come, by id. */
  readonly calls: Map<string, Asked>
  readonly clean: CleanMessage
  /** Sentences that are still to be looked at. */
  readonly said: Said[]
  undone: ReturnType<typeof undoneCalls>
}

interface Asked {
  readonly part: ToolCallPart
  readonly facts: CallFacts
}

interface Said {
  readonly text: string
  readonly by: DecisionFact['by']
  readonly origin: FactOrigin
  /** The user's request before that one. */
  readonly before?: RequestFact | undefined
}

/** Reads facts some messages at a time. Slices give the same as the whole, as long as none parts a call from its results. */
export interface FactReader {
  /** Texts that an engine made are passed over: they repeat what was read. */
  read(items: readonly Shown[]): void
  /** The same, to be driven by the caller: yields where others may run. */
  steps(items: readonly Shown[]): Steps
  /** All that is known by now. */
  ledger(): Ledger
}

/** Goes on from a ledger. Only messages of which something is read are cleaned. @default they are clean */
export function createFactReader(ledger: Ledger, clean: CleanMessage = (message) => message): FactReader {
  const reading: Reading = { draft: createDraft(ledger), calls: new Map(), clean, said: [], undone: new Map() }
  let { read } = ledger
  const steps = function* (items: readonly Shown[]): Steps {
    reading.undone = undoneCalls(items)
    for (const { id, index = read, message, standsFor } of items) {
      if (standsFor !== undefined) continue
      read = Math.max(read, index)
      yield* readMessage(reading, message, { entry: id, at: read })
      read++
      reading.draft.trim(read)
    }
    yield* readSentences(reading)
  }
  return {
    steps,
    read: (items) => {
      for (const _ of steps(items));
    },
    ledger: () => reading.draft.finish(read),
  }
}

/** Adds the facts of further messages to a ledger. */
export function readFacts(ledger: Ledger, items: readonly Shown[]): Ledger {
  const reader = createFactReader(ledger)
  reader.read(items)
  return reader.ledger()
}

function* readMessage(reading: Reading, raw: Message, origin: FactOrigin): Steps {
  if (raw.role === 'system') return
  const isContent = raw.role === 'tool' && isPassedOver(reading, raw)
  const message = reading.clean(raw)
  yield* readNamesOf(message, reading.draft.names, origin.at)
  if (!isContent) yield* readFactsOf(reading, message, origin)
}

function readFactsOf(reading: Reading, message: Message, origin: FactOrigin): Steps | readonly [] {
  switch (message.role) {
    case 'system':
      return []
    case 'user':
      readUser(reading, message, origin)
      return []
    case 'assistant':
      readAssistant(reading, message, origin)
      return []
    case 'tool':
      return readResult(reading, message, origin)
  }
}

function readUser({ draft, said: all }: Reading, message: UserMessage, origin: FactOrigin): void {
  const said = spokenText(message)
  if (said === '' || isBackground(said)) {
    readWords(draft, withoutSeals(textOf(message)), origin, 'result')
    return
  }
  all.push({ text: withoutCopied(said), by: 'user', origin, before: draft.request(said, origin) })
  readWords(draft, said, origin, 'user')
  readNamedTickets(draft.entities, said, origin)
  for (const [name] of said.slice(0, spokenReach.headChars).matchAll(bareName)) {
    if (isFileName(name)) draft.files.add({ path: name, touch: 'mentioned' }, origin, true)
  }
}

function readAssistant({ draft, calls, said, undone }: Reading, message: AssistantMessage, origin: FactOrigin): void {
  for (const part of message.parts) {
    if (part.type === 'text') {
      if (!isBackground(part.text)) said.push({ text: part.text, by: 'assistant', origin })
      readWords(draft, part.text, origin, 'result')
      readPlanText(draft.entities, part.text, origin)
    } else if (part.type === 'tool-call') {
      const facts = callFacts(part)
      calls.set(part.callId, { part, facts })
      const failed = undone.get(undoneKey(origin.entry, part.callId))
      readCall(draft, doneBy(facts, failed), origin)
      if (failed === undefined) readPlanCall(draft.entities, part, origin)
    }
  }
}

/** All rules, then all decisions: patterns of many words run faster one after the other than each by itself. */
function* readSentences({ draft, said }: Reading): Steps {
  for (const { text, by, origin, before } of said) {
    if (by !== 'user') continue
    yield* draft.rules(text, origin, before)
    draft.trim(origin.at + 1)
  }
  for (const { text, by, origin } of said) {
    for (const decision of decisionsIn(text, by)) {
      if (decision === undefined) yield
      else draft.decision(decision, by, origin)
    }
    draft.trim(origin.at + 1)
  }
  said.length = 0
}

function readCall(draft: LedgerDraft, { touches, command, words }: CallFacts, origin: FactOrigin): void {
  for (const touch of touches) draft.files.add(touch, origin)
  if (command !== undefined) draft.command(commandText(command), origin)
  for (const text of words) readWords(draft, text, origin, 'call')
  if (command !== undefined) readWords(draft, command.slice(0, 4_000), origin, 'call')
}

/** Of the content of a file only names are read, unless reading it failed. */
function isPassedOver({ draft, calls }: Reading, message: ToolMessage): boolean {
  const asked = calls.get(message.callId)
  const call = asked?.facts
  if (asked === undefined || call?.answer !== 'content' || call.command !== undefined || message.isError === true)
    return false
  const text = textOf(message)
  const { exitCode = 0 } = ending(text)
  if (exitCode !== 0 || clearedLine(text, asked.part.name) !== undefined) return false
  calls.delete(message.callId)
  draft.called(() => callMark(asked.part, call))
  return true
}

function readResult({ draft, calls }: Reading, message: ToolMessage, origin: FactOrigin): Steps | readonly [] {
  const asked = calls.get(message.callId)
  const call = asked?.facts
  calls.delete(message.callId)
  const text = textOf(message)
  const cleared = clearedLine(text, asked?.part.name)
  if (cleared !== undefined) {
    if (call?.command !== undefined) draft.outcome(commandText(call.command), { ...cleared, at: origin.at })
    else if (asked !== undefined) draft.called(() => callMark(asked.part, asked.facts))
    readWords(draft, cleared.notables, origin, 'result')
    return []
  }
  const { exitCode, output } = ending(text)
  const failed = message.isError === true || (exitCode !== undefined && exitCode !== 0)
  if (call?.command !== undefined)
    draft.outcome(commandText(call.command), { exitCode, failed, at: origin.at, line: tellingLine(output, failed) })
  else if (asked !== undefined) draft.called(() => callMark(asked.part, asked.facts))
  if (isDeclined(message)) return []
  const { answer = 'report', command } = call ?? {}
  if (asked !== undefined) readEntities(draft, { part: asked.part, command, answer, output, failed }, origin)
  if (answer !== 'content') readWords(draft, text, origin, 'result')
  if (!failed && answer !== 'report') return []
  const isStated = message.isError === true || (exitCode ?? 0) > 1
  return readErrors(draft, { output, failed: isStated, isReport: !failed, asked }, origin)
}

interface Output {
  readonly output: string
  /** The runtime calls it an error, or its exit code does: 1 alone may mean that nothing was found. */
  readonly failed: boolean
  readonly isReport: boolean
  readonly asked: Asked | undefined
}

function readErrors(draft: LedgerDraft, result: Output, origin: FactOrigin): Steps | readonly [] {
  if (result.output.length > pieceChars) return readErrorsSlowly(draft, result, origin)
  takeErrors(draft, errorLines(result.output), result, origin)
  return []
}

function* readErrorsSlowly(draft: LedgerDraft, result: Output, origin: FactOrigin): Steps {
  takeErrors(draft, yield* errorLinesSlowly(result.output), result, origin)
}

/** A result that is called an error states one, regardless of its words. */
function takeErrors(draft: LedgerDraft, lines: readonly ErrorLine[], result: Output, origin: FactOrigin): void {
  const { output, failed, isReport, asked } = result
  if (!failed && lines.length === 0) return
  const by = asked && tellerOf(asked)
  for (const line of ranked(lines, isReport)) draft.error(line, origin, by)
  if (lines.length > 0) return
  const line = tellingLine(sliceWhole(output, 0, 2_000), true)
  if (line !== undefined) draft.error({ line, key: errorKey(line), times: 1 }, origin, by)
}

function tellerOf({ part, facts }: Asked): Teller {
  return facts.command === undefined ? { mark: callMark(part, facts) } : { command: commandText(facts.command) }
}

function textOf(message: UserMessage | ToolMessage): string {
  const texts = message.parts.map((part) => (part.type === 'text' ? part.text : '')).filter((text) => text !== '')
  return texts.length === 1 ? (texts[0] ?? '') : texts.join('\n')
}
