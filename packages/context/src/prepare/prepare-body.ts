import { callerMarks } from '../wire/caller-marks.ts'
import { foreignHistory } from '../wire/pass-reason.ts'
import type { HostHistory } from '../wire/read-history.ts'
import type { ReadReply } from '../wire/read-said.ts'
import { recallToolNames } from '../wire/recall-tool-names.ts'
import { type RecognisedBody, recogniseBody } from '../wire/recognise-body.ts'
import type { PassReason } from '../wire/wire-body.ts'
import { type Beside, besideHistory } from './beside-history.ts'
import type { ContextParts, ConversationMemory } from './conversation-memory.ts'
import { followHost, nearestLine } from './follow-host.ts'
import { type ModelWindow, modelWindow } from './model-window.ts'
import type { AskedHistory } from './observe-said.ts'
import { ownModel } from './own-model.ts'
import { type PreparedHistory, prepareHistory } from './prepare-history.ts'
import type { PrepareOptions } from './prepared.ts'
import { type BodyReading, bodyWith, readKnown } from './read-body.ts'
import { forgetMemory, type KeptMemory, readyMemory, strayMemory, writeMemory } from './ready-memory.ts'
import { omitRefusedThinking, type RefusedThinking, withoutOldThinking } from './refused-thinking.ts'
import { omitUnseen } from './show-line.ts'
import { isSideCall } from './side-call.ts'
import { thrownText } from './thrown-text.ts'

/** A request as it goes out. */
export interface SentBody {
  readonly kind: 'sent'
  readonly body: object
  readonly read: BodyReading
  readonly prepared: PreparedHistory
}

/** A body that goes out as it came, or nearly so. */
export interface PassedBody {
  readonly kind: 'passed'
  readonly reason: PassReason
  readonly body: object
  /** Where its answer is noted all the same. */
  readonly asked?: AskedHistory
}

export type BodyOutcome = SentBody | PassedBody

/** What a refusal asks of the next attempt. */
export interface Recovery {
  /** The request must take no more than this, by our measure. */
  readonly mostTokens?: number
  /** Thinking that was refused: from the place that is named on, or all. */
  readonly refused?: RefusedThinking
}

/** Somebody else wrote at the same time; after so many times it is no coincidence. */
const mostConflicts = 3

/** Reads a body, makes the line say what its host says, and shows what fits. */
export async function prepareBody(
  parts: ContextParts,
  kept: KeptMemory,
  given: { readonly body: object; readonly options: PrepareOptions },
  recovery: Recovery = {},
): Promise<BodyOutcome> {
  const { body, options } = given
  const recognised = recognise(body, options)
  if (recognised === undefined) return { kind: 'passed', reason: 'unreadable', body }
  const foreign = foreignHistory(body, recognised)
  if (foreign !== undefined) return { kind: 'passed', reason: foreign, body }
  for (let conflicts = 0; ; conflicts++) {
    const memory = conflicts < mostConflicts ? await readyMemory(parts, kept) : kept.own
    const outcome = await prepareWith(parts, memory, { body, recognised, options }, recovery)
    if (conflicts === mostConflicts) return giveUp(parts, memory, outcome)
    const isHasty = outcome.kind === 'sent' && outcome.prepared.outcome === undefined
    if ((await writeMemory(parts, memory, isHasty)) === 'done') return outcome
  }
}

/** The same from what the body says alone, where what is known of the conversation is of no use. */
export async function prepareAstray(
  parts: ContextParts,
  kept: KeptMemory,
  { body, options }: { readonly body: object; readonly options: PrepareOptions },
): Promise<BodyOutcome> {
  const recognised = recognise(body, options)
  if (recognised === undefined) return { kind: 'passed', reason: 'unreadable', body }
  return prepareWith(parts, strayMemory(parts, kept), { body, recognised, options }, {})
}

/** What the store refuses again and again is not written; the request goes out all the same. */
function giveUp(parts: ContextParts, memory: ConversationMemory, outcome: BodyOutcome): BodyOutcome {
  const message = 'The store refuses what was said in this conversation, which is therefore not kept.'
  parts.emit({ kind: 'problem', conversation: memory.id, at: 'store', message })
  forgetMemory(memory)
  return outcome
}

interface Recognised {
  readonly body: object
  readonly recognised: RecognisedBody
  readonly options: PrepareOptions
}

async function prepareWith(
  parts: ContextParts,
  memory: ConversationMemory,
  { body, recognised, options }: Recognised,
  recovery: Recovery,
): Promise<BodyOutcome> {
  const history = readTold(parts, memory, recognised)
  if (history === undefined || history.messages.length === 0) return { kind: 'passed', reason: 'unreadable', body }
  const known = memory.lines.findLast(({ beside }) => beside !== undefined)?.beside
  const beside = besideHistory(recognised, history, parts.counter, known)
  if (isSideCall(memory, history.messages, beside)) return { kind: 'passed', reason: 'side-call', body }
  const read = { body, recognised, history }
  const placed = await place(parts, memory, read, beside)
  const { model: name, maxTokens } = recognised
  const model = modelWindow(parts, name, { maxTokens, fixedTokens: beside.tokens })
  if (parts.settings.mode === 'observe') return observed(parts, read, model, beside)
  if (recovery.refused !== undefined) await omitRefusedThinking(parts, memory, read, recovery.refused)
  const ask = parts.settings.summarizer === 'main' ? options.ask : undefined
  const tell = (counted: Pick<ReadReply, 'usage' | 'model'>) => tellSummary(parts, memory, counted)
  const prepared = await prepareHistory(parts, memory, {
    placed,
    history,
    model,
    beside,
    marks: callerMarks(body, recognised, history),
    canRecall: recallToolNames(recognised.tools).length > 0,
    ...(ask && { own: ownModel(read, { ask, model, besideTokens: beside.tokens, tell }) }),
    ...(recovery.mostTokens !== undefined && { mostTokens: recovery.mostTokens }),
    ...(options.signal && { signal: options.signal }),
  })
  if (!memory.isStray || !model.binds) return { kind: 'sent', body: bodyWith(read, prepared), read, prepared }
  const messages = withoutOldThinking(prepared.messages)
  const shown = { ...prepared, messages, isPlain: prepared.isPlain && messages === prepared.messages }
  return { kind: 'sent', body: bodyWith(read, shown), read, prepared: shown }
}

/** What cannot be read is told, and tried again as long as that helps; `undefined` where it is all of it. */
function readTold(
  parts: ContextParts,
  memory: ConversationMemory,
  recognised: RecognisedBody,
): HostHistory | undefined {
  let best: HostHistory | undefined
  for (let before = -1; before < (best?.units.length ?? 0); ) {
    before = best?.units.length ?? 0
    try {
      best = readKnown(memory, recognised)
      if (best.unread === undefined) return best
      throw best.unread.error
    } catch (error) {
      parts.emit({ kind: 'problem', conversation: memory.id, at: 'read', message: thrownText(error) })
    }
  }
  return best
}

/** A summary that the conversation's own model wrote is on its bill, and no part of the conversation. */
function tellSummary(
  { emit }: ContextParts,
  { id }: ConversationMemory,
  { usage, model }: Pick<ReadReply, 'usage' | 'model'>,
) {
  emit({ kind: 'observed', conversation: id, usage, isSummary: true, ...(model !== undefined && { model }) })
}

/** Puts the history where it belongs, and notes what else its requests carry. */
async function place(
  parts: ContextParts,
  memory: ConversationMemory,
  { recognised, history }: BodyReading,
  beside: Beside,
) {
  const { model } = recognised
  const before = nearestLine(memory, history.messages)?.common ?? 0
  const placed = followHost(parts, memory, { history: history.messages, ...(model !== undefined && { model }) })
  placed.state.beside = beside
  if (before < history.messages.length) await omitUnseen(parts, memory, placed.state, before)
  return placed
}

/** Nothing is changed, and what is answered is noted. */
function observed(parts: ContextParts, { body, history }: BodyReading, model: ModelWindow, beside: Beside): PassedBody {
  const { format, messages } = history
  const tokens = parts.counter.request(messages) + beside.tokens
  const isPartial = history.unread !== undefined
  const asked = {
    format,
    messages,
    isPartial,
    model,
    estimatedTokens: tokens,
    promptTokens: tokens,
    askedAt: parts.now(),
  }
  return { kind: 'passed', reason: 'observe', body, asked }
}

function recognise(body: object, { tools, ...hints }: PrepareOptions): RecognisedBody | undefined {
  const recognised = recogniseBody(body, hints)
  return recognised === undefined || tools === undefined ? recognised : { ...recognised, tools }
}
