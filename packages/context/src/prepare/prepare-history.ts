import type { CompactionOutcome } from '@palimpsest/core/compaction'
import { putOffTokens } from '@palimpsest/core/compaction'
import type { Message } from '@palimpsest/core/message'
import { type Counter, calibrate, projectTokens } from '@palimpsest/core/tokens'
import type { CallerMarks } from '../wire/caller-marks.ts'
import type { HostHistory } from '../wire/read-history.ts'
import type { Beside } from './beside-history.ts'
import { compactState, judgeCompaction, type LinePressure } from './compact-state.ts'
import { type ContextParts, type ConversationMemory, heldNote, type LineState } from './conversation-memory.ts'
import { forkLine, type Placed } from './follow-host.ts'
import { type ModelWindow, withRoomFor } from './model-window.ts'
import type { OwnModel } from './own-model.ts'
import { placeBreakpoints } from './place-breakpoints.ts'
import type { WrittenHistory } from './read-body.ts'
import { type ShownLine, showLine } from './show-line.ts'

/** A request to be prepared: where its history is, and what else it carries. */
export interface HistoryRequest {
  readonly placed: Placed
  readonly history: HostHistory
  readonly model: ModelWindow
  readonly beside: Beside
  readonly marks: CallerMarks
  readonly canRecall: boolean
  /** The conversation's own model, where it writes summaries. */
  readonly own?: OwnModel
  /** The provider refused the request: it must take no more than this, by our measure. */
  readonly mostTokens?: number
  readonly signal?: AbortSignal
}

/** A request that is ready to be sent. */
export interface PreparedHistory extends WrittenHistory {
  readonly state: LineState
  readonly length: number
  readonly estimatedTokens: number
  readonly promptTokens: number
  readonly askedAt: number
  readonly model: ModelWindow
  readonly outcome?: CompactionOutcome
}

/** Shows the line of a history, compacted where it has grown too long, with breakpoints where they pay. */
export async function prepareHistory(
  parts: ContextParts,
  memory: ConversationMemory,
  request: HistoryRequest,
): Promise<PreparedHistory> {
  const { history, model, beside, marks } = request
  let state = request.placed.state
  const { length } = request.placed
  const show = () =>
    showLine(parts, memory, { state, length, messages: history.messages, model, setting: beside.print })
  let shown = await show()
  let size = sizeOf(parts, state, shown, request)
  let outcome: CompactionOutcome | undefined
  const marked = () => {
    const { format } = history
    const ours = placeBreakpoints(parts, { state, shown, model, marks, format, promptTokens: size.promptTokens })
    return { messages: ours ?? shown.messages, isMarked: ours !== undefined }
  }
  await judgeUnreported(parts, memory, state, model)
  if (isDue(state, shown, size, request)) {
    if (length < state.line.log.length) state = forkLine(parts, memory, state, { length, model: model.name })
    const { own } = request
    const live = own?.onTop(marked(), model.contextTokens - size.promptTokens)
    const writers = { ...(own && { aside: own.aside }), ...(live && { live }) }
    outcome = await compactDue(parts, memory, state, { ...pressureOf(size, request), ...writers })
    if (outcome.kind === 'committed') {
      shown = await show()
      size = sizeOf(parts, state, shown, request)
    }
  }
  const askedAt = parts.now()
  state.asked = { promptTokens: size.promptTokens, at: askedAt }
  return {
    state,
    length,
    ...marked(),
    isPlain: shown.isPlain,
    ...size,
    model,
    askedAt,
    ...(outcome && { outcome }),
  }
}

interface RequestSize {
  readonly estimatedTokens: number
  /** As the provider would count it. */
  readonly promptTokens: number
  /** The provider counted an earlier request of this line. */
  readonly isReported: boolean
  /** The model of the request, with room for what it has not read yet. */
  readonly model: ModelWindow
}

function sizeOf(
  { counter }: ContextParts,
  { calibration }: LineState,
  { messages }: ShownLine,
  { model, beside, history }: HistoryRequest,
): RequestSize {
  const estimatedTokens = counter.request(messages) + beside.tokens + unreadTokens(counter, history)
  const promptTokens = projectTokens(calibration, model.name, estimatedTokens)
  const unanswered = unansweredTokens(counter, messages) * (promptTokens / Math.max(1, estimatedTokens))
  return {
    estimatedTokens,
    promptTokens,
    isReported: calibration.last?.route === model.name,
    model: withRoomFor(model, Math.floor(unanswered)),
  }
}

/** Tokens of what was said since the model last answered: nothing of it has been read yet. */
function unansweredTokens(counter: Counter, messages: readonly Message[]): number {
  return counter.request(messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1))
}

/** What cannot be read is taken for text. */
function unreadTokens(counter: Counter, { unread }: HostHistory): number {
  if (unread === undefined) return 0
  try {
    return counter.part({ type: 'text', text: JSON.stringify(unread.items) })
  } catch {
    return 0
  }
}

/** After an undo the view is left alone as long as the window allows. */
const heldShare = 0.85

function isDue(
  { notes }: LineState,
  { messages }: ShownLine,
  { promptTokens, model }: RequestSize,
  { mostTokens }: HistoryRequest,
): boolean {
  if (mostTokens !== undefined) return true
  const { contextTokens, maxTokens, budget } = model
  const loop = model.binds ? putOffTokens(messages, { contextTokens, maxTokens }) : undefined
  const held = notes.get(heldNote) === true ? Math.floor(contextTokens * heldShare) : 0
  return promptTokens >= Math.max(budget.thresholdTokens, loop ?? 0, held)
}

function pressureOf({ promptTokens, isReported, model }: RequestSize, request: HistoryRequest): LinePressure {
  const { beside, history, canRecall, mostTokens, signal } = request
  return {
    trigger: mostTokens !== undefined ? 'overflow' : isReported ? 'response' : 'preflight',
    model: mostTokens === undefined ? model : lowered(request.model, mostTokens),
    promptTokens,
    isReported: false,
    besideTokens: beside.tokens,
    messages: history.messages,
    canRecall,
    ...(signal && { signal }),
  }
}

/** The same model in a window that makes the compaction aim at so many tokens at most. */
function lowered(model: ModelWindow, mostTokens: number): ModelWindow {
  const share = mostTokens / model.budget.contextTokens
  const { budget } = model
  const thresholdTokens = Math.max(1, Math.min(mostTokens, budget.thresholdTokens))
  const scale = (tokens: number) =>
    Math.max(1, Math.floor(tokens * Math.min(1, thresholdTokens / budget.thresholdTokens)))
  return {
    ...model,
    budget: {
      ...budget,
      contextTokens: Math.max(1_000, Math.floor(budget.contextTokens * Math.min(1, share))),
      thresholdTokens,
      targetTokens: scale(budget.targetTokens),
      tailTokens: scale(budget.tailTokens),
      summaryTokens: scale(budget.summaryTokens),
      indexTokens: scale(budget.indexTokens),
    },
  }
}

/** A pause of the guard saves useless work; what would be refused for its length cannot wait for its end. */
async function compactDue(
  parts: ContextParts,
  memory: ConversationMemory,
  state: LineState,
  pressure: LinePressure,
): Promise<CompactionOutcome> {
  const outcome = await compactState(parts, memory, state, pressure)
  if (outcome.kind === 'failed')
    parts.emit({ kind: 'problem', conversation: memory.id, at: 'compact', message: outcome.failure.message })
  const { contextTokens, maxTokens } = pressure.model
  const mustShrink = pressure.promptTokens > contextTokens - maxTokens && pressure.trigger !== 'overflow'
  if (!mustShrink || !isPaused(outcome)) return outcome
  return compactState(parts, memory, state, {
    ...pressure,
    trigger: 'overflow',
    model: lowered(pressure.model, pressure.model.budget.thresholdTokens),
  })
}

function isPaused(outcome: CompactionOutcome): boolean {
  if (outcome.kind !== 'skipped') return outcome.kind === 'deferred'
  return ['cooldown', 'no-effect', 'awaiting-reading', 'guard-unknown'].includes(outcome.reason)
}

/** A host that asks again without having said what was counted reports nothing: our own count of that request judges. */
async function judgeUnreported(
  parts: ContextParts,
  memory: ConversationMemory,
  state: LineState,
  model: ModelWindow,
): Promise<void> {
  if (!state.isUnjudged || state.asked === undefined) return
  const { promptTokens, at } = state.asked
  await judgeCompaction(parts, memory, state, { model, estimatedTokens: promptTokens, askedAt: at })
}

/** Learns from what a provider counted for a request. */
export function learnCount(
  parts: ContextParts,
  state: LineState,
  reading: { readonly route: string; readonly reportedTokens: number; readonly estimatedTokens: number },
): void {
  state.calibration = calibrate(state.calibration, reading)
  parts.routes = { ...parts.routes, ...state.calibration.routes }
}
