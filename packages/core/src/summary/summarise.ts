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
import type { LossOf } from './call/left-out.ts'
import type { SummaryDraft } from './call/summary-writing.ts'
import { writeLive } from './call/write-live.ts'
import { writeSummary } from './call/write-summary.ts'
import { checkFacts } from './check/check-facts.ts'
import { createLossOf } from './facts/lost-facts.ts'
import { type Restored, restoreFacts } from './facts/restore-facts.ts'
import { doneCalls } from './mechanical/done-calls.ts'
import { mechanical } from './mechanical/mechanical.ts'
import { calendarDate } from './prompt/calendar-date.ts'
import { type SourceText, sourceText } from './prompt/source-text.ts'
import { fillSections, type SummaryTask } from './sections/fill-sections.ts'
import { parseSections, type Sections, writeSections } from './sections/headings.ts'
import { restoreConstraints } from './sections/restore-constraints.ts'
import { restoreState, stateTokens } from './sections/restore-state.ts'
import { withRunningNumbers } from './sections/with-running-numbers.ts'
import { withoutRepeats } from './sections/without-repeats.ts'

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
  /** The text of all that stays as it is: facts in it are not lost. @default none */
  readonly stays?: string
  /** It is a record of a stretch that is over: what failed there may work by now. @default false */
  readonly isRecord?: boolean
  /** The topic that the user wants in full detail. */
  readonly focus?: string
  readonly targetTokens: number
  readonly counter: Counter
  /** The conversation's current time: the model is given the day, so that it can date what was done. */
  readonly at?: Instant
  /** The conversation's own model, which has `view` before it, and the text that stays as it is. */
  readonly live?: { readonly model: SummaryModel; readonly staysFrom?: string }
  /** The answer of the models, where they were asked ahead of time: none is asked again. */
  readonly asked?: AskedSummary
  /** Digests from earlier attempts at it. @default none */
  readonly digests?: KeptDigests
  onProgress?(done: number, total: number): void
}

/** What a model wrote, before code makes it complete and takes out secrets. A plain JSON value. */
export interface DraftedSummary {
  readonly model: string
  readonly body: string
  readonly chunks: number
  readonly coverage: number
  readonly flags: readonly string[]
}

/** What came of asking models; no draft where all of them failed. */
export interface AskedSummary {
  readonly drafted?: DraftedSummary
  readonly failures: readonly ModelFailure[]
}

/** A summary, who wrote it, and what went wrong on the way. */
export interface SummaryResult {
  readonly body: string
  readonly note: SummaryNote
  /** Remarks for the user, e.g. `summary-long` or `unverified: src/a.ts`. */
  readonly flags: readonly string[]
  readonly failures: readonly ModelFailure[]
  /** The words of the model alone; none where code wrote. */
  readonly drafted?: DraftedSummary
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
  const hasModel = clean.asked !== undefined || clean.live !== undefined || ports.summaryModels.length > 0
  if (!hasModel || clean.messages.length === 0) return byCode(clean, task, countText)
  const others = [clean.previous, clean.focus, JSON.stringify(clean.ledger)].filter((text) => text !== undefined)
  const source = await sourceText(
    [...clean.messages, ...(clean.shortened ?? [])],
    { pause: ports.pause, countText },
    others,
  )
  const { drafted, failures } = clean.asked ?? (await draftWith(clean, source, { ports, countText, signal }))
  signal.throwIfAborted()
  if (drafted === undefined) return { ...byCode(clean, task, countText, true), failures }
  const finished = await finish(drafted, clean, { source, task, countText, pause: ports.pause })
  const { model, chunks, coverage } = drafted
  const note: SummaryNote = { by: 'model', model, tokens: countText(finished.body), chunks, coverage }
  return { body: finished.body, note, flags: finished.flags, failures, drafted }
}

interface Tools {
  readonly ports: EnginePorts
  readonly countText: CountText
  readonly signal: AbortSignal
}

type Drafted = Extract<SummaryDraft, { kind: 'drafted' }>

/** Goes through the models until one gives an account of most of the source; else takes the one that gave most. */
async function draftWith(
  request: SummaryRequest,
  source: SourceText,
  { ports, countText, signal }: Tools,
): Promise<AskedSummary> {
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
  const lossOf = lossFor(request, countText)
  const writing = { source, ...optional, targetTokens, countText, ports, signal, digests, lossOf, onProgress }
  if (live !== undefined) {
    const shown = new Set(request.view?.map(({ id }) => id))
    const draft = await writeLive({ ...writing, ...live, shown })
    if (draft.kind === 'drafted') return { drafted: draftOf(draft, live.model.name), failures }
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
  return { ...(best && { drafted: draftOf(best.draft, best.model) }), failures }
}

function draftOf({ body, chunks, coverage, flags }: Drafted, model: string): DraftedSummary {
  return { model, body, chunks, coverage, flags }
}

function lossFor(request: SummaryRequest, countText: CountText): LossOf {
  const { ledger, messages, shortened = [], previous, targetTokens } = request
  const entries = new Set<string>([...messages, ...shortened].map(({ id }) => id))
  return createLossOf({ ledger, entries, previous, elsewhere: elsewhereIn(request), targetTokens, countText })
}

/** What is in view beside a model's words: what stays, the task, and the rules. */
function elsewhereIn({ stays = '', activeTask = '', ledger }: SummaryRequest): string {
  const rules = ledger.constraints.filter(({ state }) => state === 'standing').map(({ text }) => text)
  return [stays, activeTask, ...rules].join('\n')
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

/** Adds the parts that no model decides: the task, what it stands at, the rules of the user, facts it lost, and which identifiers are real. */
async function finish(draft: DraftedSummary, request: SummaryRequest, { source, task, countText, pause }: Finishing) {
  const sources = [source.text, task.text ?? '', JSON.stringify(request.ledger)]
  const known = { sources, ...(request.previous !== undefined && { earlier: request.previous }) }
  const checked = await checkFacts(draft.body, known, pause)
  const { sections, facts } = withFacts(parseSections(checked.body), request, countText)
  const filled = fillSections(sections, task, countText)
  const stated = restoreState(filled, request.ledger, { maxTokens: stateTokens(request.targetTokens), countText })
  const body = redact(writeSections(restoreConstraints(stated, request.ledger.constraints))).text
  const restored = facts === 0 ? [] : [`facts-restored: ${facts}`]
  return { body, flags: [...new Set([...draft.flags, ...doubts(checked.unverified), ...restored])] }
}

/** Says nothing twice, goes on counting actions, and puts back what was lost. */
function withFacts(written: Sections, request: SummaryRequest, countText: CountText): Restored {
  const { ledger, targetTokens, isRecord = false, hasIndex = false } = request
  const elsewhere = elsewhereIn(request)
  const once = withRunningNumbers(withoutRepeats(written), request.previous)
  return restoreFacts(once, { ledger, elsewhere, targetTokens, countText, isRecord, hasIndex })
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
