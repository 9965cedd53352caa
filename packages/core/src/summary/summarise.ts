import { messageNumber } from '../contract/message-number.ts'
import type { EnginePorts, Shown, SummaryModel } from '../contract/occasion.ts'
import type { SummaryNote } from '../contract/plan.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { redact } from '../redact/redact.ts'
import { redactTextSlowly } from '../redact/redact-text-slowly.ts'
import type { Instant } from '../store/session.ts'
import { sliceWhole } from '../text/slice-whole.ts'
import type { Counter, CountText } from '../tokens/count.ts'
import type { ModelFailure } from './call/classify-error.ts'
import { createKeptDigests, type KeptDigests } from './call/kept-digests.ts'
import type { SummaryDraft } from './call/summary-writing.ts'
import { writeLive } from './call/write-live.ts'
import { writeSummary } from './call/write-summary.ts'
import { checkFacts } from './check/check-facts.ts'
import { doneCalls } from './mechanical/done-calls.ts'
import { mechanical } from './mechanical/mechanical.ts'
import { calendarDate } from './prompt/calendar-date.ts'
import { type SourceText, sourceText } from './prompt/source-text.ts'
import { fillSections, type SummaryTask } from './sections/fill-sections.ts'
import { parseSections, writeSections } from './sections/headings.ts'
import { restoreConstraints } from './sections/restore-constraints.ts'

/** The conversation to summarise, and the wishes for it. */
export interface SummaryRequest {
  /** Originals, whole. */
  readonly messages: readonly Shown[]
  /** Originals of what stays in view but not whole: a model is shown them as well, or their facts would be nowhere. */
  readonly shortened?: readonly Shown[]
  /** An index below the summary lists the names that came up, so that code need not. @default false */
  readonly hasIndex?: boolean
  /** The body of the summary that represents what came before them. */
  readonly previous?: string
  /** Facts up to and including these messages. */
  readonly ledger: Ledger
  /** The user's latest request that is not fulfilled, word for word. */
  readonly activeTask?: string
  /** All that is shown: a long request may be outside of these messages. @default none */
  readonly view?: readonly Shown[]
  /** The topic that the user wants in full detail. */
  readonly focus?: string
  readonly targetTokens: number
  readonly counter: Counter
  /** The conversation's current time: the model is given the day, so that it can date what was done. */
  readonly at?: Instant
  /** The conversation's own model, which has `view` before it, and the text that stays as it is. */
  readonly live?: { readonly model: SummaryModel; readonly staysFrom?: string }
  /** Digests from earlier attempts at it. @default none */
  readonly digests?: KeptDigests
  onProgress?(done: number, total: number): void
}

/** A summary, who wrote it, and what went wrong on the way. */
export interface SummaryResult {
  readonly body: string
  readonly note: SummaryNote
  /** Remarks for the user, e.g. `summary-long` or `unverified: src/a.ts`. */
  readonly flags: readonly string[]
  readonly failures: readonly ModelFailure[]
}

/** A model that left out more than this is worse than the next one. */
const leastCoverage = 0.5
const mostNamed = 10

/** Summarises messages by the first model that can, else by code. Rejects only on abort, with the signal's reason. */
export async function summarise(
  request: SummaryRequest,
  ports: EnginePorts,
  signal: AbortSignal,
): Promise<SummaryResult> {
  signal.throwIfAborted()
  const clean = await withoutSecrets(request, ports.pause)
  const countText: CountText = (text) => request.counter.part({ type: 'text', text })
  const task = taskOf(clean, ports)
  await countAhead(task, request.counter, ports.pause)
  const hasModel = clean.live !== undefined || ports.summaryModels.length > 0
  if (!hasModel || clean.messages.length === 0) return byCode(clean, task, countText)
  const others = [clean.previous, clean.focus].filter((text) => text !== undefined)
  const source = await sourceText(
    [...clean.messages, ...(clean.shortened ?? [])],
    { pause: ports.pause, countText },
    others,
  )
  const { draft, model, failures } = await draftWith(clean, source, { ports, countText, signal })
  signal.throwIfAborted()
  if (draft === undefined) return { ...byCode(clean, task, countText, true), failures }
  const finished = await finish(draft, clean, { source, task, countText, pause: ports.pause })
  const { chunks, coverage } = draft
  const note: SummaryNote = { by: 'model', model, tokens: countText(finished.body), chunks, coverage }
  return { body: finished.body, note, flags: finished.flags, failures }
}

interface Tools {
  readonly ports: EnginePorts
  readonly countText: CountText
  readonly signal: AbortSignal
}

type Drafted = Extract<SummaryDraft, { kind: 'drafted' }>

/** Goes through the models until one gives an account of most of the source; else takes the one that gave most. */
async function draftWith(request: SummaryRequest, source: SourceText, { ports, countText, signal }: Tools) {
  const failures: ModelFailure[] = []
  let best: { readonly draft: Drafted; readonly model: string } | undefined
  const onProgress = (done: number, total: number) => request.onProgress?.(done, total)
  const { previous, focus, targetTokens, live, at } = request
  const optional = {
    ...(previous !== undefined && { previous }),
    ...(focus !== undefined && { focus }),
    ...(at !== undefined && { today: calendarDate(at) }),
  }
  const digests = request.digests ?? createKeptDigests()
  const writing = { source, ...optional, targetTokens, countText, ports, signal, digests, onProgress }
  if (live !== undefined) {
    const shown = new Set(request.view?.map(({ id }) => id))
    const draft = await writeLive({ ...writing, ...live, shown })
    if (draft.kind === 'drafted') return { draft, model: live.model.name, failures }
    failures.push(...draft.failures)
  }
  for (const model of ports.summaryModels) {
    const stretches = best?.draft.stretches
    const draft = await writeSummary({ ...writing, model, ...(stretches && { stretches }) })
    failures.push(...distinct(draft.failures))
    if (draft.kind === 'failed') continue
    if (best === undefined || draft.coverage > best.draft.coverage) best = { draft, model: model.name }
    if (draft.coverage >= leastCoverage) break
  }
  return { draft: best?.draft, model: best?.model ?? '', failures }
}

/** A model that failed many chunks in one way is reported once. */
function distinct(failures: readonly ModelFailure[]): readonly ModelFailure[] {
  return [...new Map(failures.toReversed().map((failure) => [failure.cause, failure])).values()].toReversed()
}

interface Finishing {
  readonly source: SourceText
  readonly task: SummaryTask
  readonly countText: CountText
  readonly pause: EnginePorts['pause']
}

/** Adds the parts that no model decides: the task, the rules of the user, and which identifiers are real. */
async function finish(draft: Drafted, request: SummaryRequest, { source, task, countText, pause }: Finishing) {
  const sources = [source.text, task.text ?? '', JSON.stringify(request.ledger)]
  const known = { sources, ...(request.previous !== undefined && { earlier: request.previous }) }
  const checked = await checkFacts(draft.body, known, pause)
  const filled = fillSections(parseSections(checked.body), task, countText)
  const body = redact(writeSections(restoreConstraints(filled, request.ledger.constraints))).text
  return { body, flags: [...new Set([...draft.flags, ...doubts(checked.unverified)])] }
}

function doubts(unverified: readonly string[]): readonly string[] {
  if (unverified.length === 0) return []
  const more = unverified.length - mostNamed
  return [`unverified: ${unverified.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

function byCode(request: SummaryRequest, task: SummaryTask, countText: CountText, isFallback = false): SummaryResult {
  const { ledger, messages, previous, targetTokens } = request
  const written = mechanical({
    ledger,
    messages: messages.length,
    ...(previous !== undefined && { previous }),
    task,
    lastAnswer: lastAnswer(messages),
    calls: doneCalls(messages, ledger),
    focus: request.focus,
    hasIndex: request.hasIndex,
    isFallback,
    targetTokens,
    countText,
  })
  const body = redact(written).text
  const note: SummaryNote = { by: 'mechanical', tokens: countText(body), chunks: 1, coverage: 1 }
  return { body, note, flags: ['mechanical'], failures: [] }
}

/** Enough of an answer to recognise it by, and for a secret that begins in it to be known as one. */
const answerChars = 4_000

function lastAnswer(messages: readonly Shown[]): string | undefined {
  for (const { message, standsFor } of messages.toReversed()) {
    if (message.role !== 'assistant' || standsFor !== undefined) continue
    const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    if (text.trim() !== '') return redact(sliceWhole(text.trim(), 0, answerChars)).text
  }
  return undefined
}

async function withoutSecrets(request: SummaryRequest, pause: EnginePorts['pause']): Promise<SummaryRequest> {
  const { previous, focus, activeTask, live } = request
  const staysFrom = openingOf(live?.staysFrom ?? '')
  return {
    ...request,
    ...(live && { live: { model: live.model, ...(staysFrom !== '' && { staysFrom }) } }),
    ...(previous !== undefined && { previous: redact(previous).text }),
    ...(focus !== undefined && { focus: redact(focus).text }),
    // It may be a whole file that the user pasted.
    ...(activeTask !== undefined && { activeTask: await redactTextSlowly(activeTask, pause) }),
  }
}

/** Enough of a text to know it by. */
const openingChars = 80
/** Enough to know a secret by that begins in it. */
const redactedChars = 4_000

function openingOf(text: string): string {
  const [line = ''] = redact(sliceWhole(text.trimStart(), 0, redactedChars)).text.split('\n')
  return sliceWhole(line, 0, openingChars).trim()
}

/** A task may be megabytes long: once it was counted in steps, the counter knows it. */
async function countAhead({ text = '' }: SummaryTask, counter: Counter, pause: EnginePorts['pause']): Promise<void> {
  await counter.messageSlowly?.({ role: 'user', parts: [{ type: 'text', text: text.trim() }] }, pause)
}

/** Refers to a long request by its number, if it has one. Ids are no help to a reader, and differ from run to run. */
function taskOf({ activeTask, ledger, messages, view = [] }: SummaryRequest, ports: EnginePorts): SummaryTask {
  if (activeTask === undefined) return {}
  const opening = activeTask.trim().slice(0, 80)
  const entry = ledger.requests.findLast(({ text }) => text.startsWith(opening))?.entry
  const shown = [...messages, ...view].find(({ id }) => id === entry)
  if (shown?.index === undefined) return { text: activeTask }
  return { text: activeTask, reference: ports.howToRead(messageNumber(shown)) }
}
