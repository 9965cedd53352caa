import { setImmediate } from 'node:timers/promises'
import { type CompactionOutcome, compactConversation, noteReading } from '@palimpsest/core/compaction'
import type { EnginePorts, SummaryModel, Trigger } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { sessionId } from '@palimpsest/core/store'
import { createCompressor } from '@palimpsest/engines/compressor'
import { uuidv7 } from 'uuidv7'
import { lineTip } from '../lines/line.ts'
import { lineStore } from '../lines/line-store.ts'
import { type ContextParts, type ConversationMemory, heldNote, type LineState } from './conversation-memory.ts'
import { change, keepNote } from './follow-host.ts'
import { linePorts } from './line-ports.ts'
import type { ModelWindow } from './model-window.ts'
import { createDeadline } from './summary-deadline.ts'

/** A reason to compact a line, and the request that it is for. */
export interface LinePressure {
  readonly trigger: Trigger
  readonly model: ModelWindow
  readonly promptTokens: number
  readonly isReported: boolean
  readonly besideTokens: number
  /** The messages of the line as the host spells them now. */
  readonly messages: readonly Message[]
  /** The model is given our tools to look things up. */
  readonly canRecall: boolean
  readonly putOffTokens?: number
  readonly focus?: string
  /** The conversation's own model, on top of the request that it has cached. */
  readonly live?: SummaryModel
  /** The same, on its own. */
  readonly aside?: SummaryModel
  readonly signal?: AbortSignal
}

const never = new AbortController().signal

/** Compacts a line where that is due. The store learns of it later, in order. */
export async function compactState(
  parts: ContextParts,
  memory: ConversationMemory,
  state: LineState,
  pressure: LinePressure,
): Promise<CompactionOutcome> {
  const { model, messages, trigger, promptTokens, isReported, putOffTokens, focus, live } = pressure
  const store = lineStore(await parts.anyStore(), {
    line: () => state.line,
    messages,
    notes: state.notes,
    change: (line, steps) => change(memory, state, { line, steps }),
  })
  const { summarizer } = parts.settings
  const inTime = createDeadline()
  const writer = typeof summarizer === 'object' ? summarizer : pressure.aside
  const models = writer === undefined ? [] : [inTime(writer)]
  const ports: EnginePorts = linePorts(state, messages, { models, canRecall: pressure.canRecall, now: parts.now })
  const outcome = await compactConversation(
    {
      store,
      engine: createCompressor(ports),
      counter: parts.counter,
      now: parts.now,
      mintSession: () => sessionId(uuidv7()),
      mintRun: () => entryId(uuidv7()),
      // The store refuses the second of two, whoever it was: there is no need to wait for each other.
      alone: (_, work) => work(never),
      pause: () => setImmediate(),
    },
    {
      session: lineTip(state.line).session,
      trigger,
      budget: model.budget,
      overheadTokens: pressure.besideTokens,
      enabled: parts.settings.isEnabled,
      promptTokens,
      isReported,
      route: model.name,
      summaryRoutes: models.map(({ name }) => name),
      bindsThinking: model.binds,
      ...(putOffTokens !== undefined && { putOffTokens }),
      ...(focus !== undefined && { focus }),
      ...(live && { live: inTime(live) }),
    },
    pressure.signal ?? never,
  )
  if (outcome.kind === 'committed') {
    for (const { model: writer, message } of outcome.failures)
      parts.emit({ kind: 'problem', conversation: memory.id, at: 'compact', message: `${writer}: ${message}` })
    state.isUnjudged = true
    if (state.notes.get(heldNote) === true) keepNote(memory, state, heldNote, false)
    parts.emit({ kind: 'compacted', conversation: memory.id, receipt: outcome.receipt })
  }
  return outcome
}

/** What was counted for a request with the view that a compaction made. */
export interface CompactionJudgement {
  readonly model: ModelWindow
  readonly estimatedTokens: number
  readonly askedAt: number
  readonly reportedTokens?: number
}

/** Tells the guard of compactions what came of the last one. Hosts that report nothing are judged by our own count. */
export async function judgeCompaction(
  parts: ContextParts,
  memory: ConversationMemory,
  state: LineState,
  { model, estimatedTokens, askedAt, reportedTokens }: CompactionJudgement,
): Promise<void> {
  if (!state.isUnjudged) return
  state.isUnjudged = false
  const store = lineStore(await parts.anyStore(), {
    line: () => state.line,
    messages: [],
    notes: state.notes,
    change: (line, steps) => change(memory, state, { line, steps }),
  })
  await noteReading({ store, now: parts.now }, state.line.name, {
    route: model.name,
    estimatedTokens,
    thresholdTokens: model.budget.thresholdTokens,
    askedAt,
    reportedTokens: reportedTokens ?? estimatedTokens,
  })
}
