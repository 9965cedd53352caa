import { isObject, type Json } from '@palimpsest/core/json'
import { bindsThinking, costUsd } from '@palimpsest/core/models'
import type { Counter } from '@palimpsest/core/tokens'
import { billedUsage } from '../billing/prompt-cost.ts'
import { type FittedOutput, fitOutput } from '../model/fit-output.ts'
import type { SimulatedModel } from '../model/model.ts'
import { type Stopped, stopAt } from '../model/stop-at.ts'
import type { Answer } from './answer.ts'
import type { Api } from './api.ts'
import type { CallRecord } from './call-record.ts'
import type { Fault, Injection } from './fault.ts'
import { type Accepted, type Bench, judgeRequest } from './judge-request.ts'
import type { ResponseMemory } from './response-memory.ts'
import type { ServerRefusal, Worded } from './server-refusal.ts'

/** The outcome of a call. A fault that comes with an answer breaks its delivery. */
export type CallOutcome =
  | { readonly kind: 'answered'; readonly answer: Answer; readonly fault?: Fault }
  | { readonly kind: 'refused'; readonly worded: Worded; readonly n: number }
  | { readonly kind: 'silent'; readonly fault: Fault }

/** A call as it came in: with a body that was read, or with a reason why it was not. */
export interface IncomingCall {
  readonly api: Api
  readonly key: string
  readonly body: Json | undefined
  readonly refusal?: ServerRefusal
  readonly fault?: Fault
}

/** The parts of a provider. */
export interface ProviderParts extends Bench {
  readonly counter: Counter
  readonly memory: ResponseMemory
  readonly model: SimulatedModel
  readonly injections: readonly Injection[]
  readonly now: () => number
  /** From the start of a request to the first event of its reply, on the clock of `now`. */
  readonly replyAfterMs: number
  readonly note: (record: CallRecord) => void
}

/** A provider without its wires: it takes calls one at a time, and bills them. */
export function createSimulatedProvider(parts: ProviderParts): (call: IncomingCall) => CallOutcome {
  let n = 0
  return (call) => {
    n++
    const startMs = parts.now()
    const fault = call.fault ?? parts.injections.find(({ onCall = n }) => onCall === n)
    const moment = { parts, n, startMs }
    const outcome = call.refusal ? refused(call, call.refusal, n) : decide(call, fault, moment)
    parts.note(recordOf(call, outcome, { ...moment, fault }))
    return outcome
  }
}

interface Moment {
  readonly parts: ProviderParts
  readonly n: number
  readonly startMs: number
}

function decide(call: IncomingCall, fault: Fault | undefined, moment: Moment): CallOutcome {
  const forced = fault && refusalOf(fault, call, moment)
  if (forced !== undefined) return refused(call, forced, moment.n)
  if (fault?.kind === 'timeout' || fault?.kind === 'disconnect') return { kind: 'silent', fault }
  const { api, key, body = null } = call
  const { memory } = moment.parts
  const whole = memory.recall(api, key, body)
  const verdict = 'refusal' in whole ? whole.refusal : judgeRequest({ api, key, body: whole.body }, moment.parts)
  if ('kind' in verdict) return refused(call, verdict, moment.n)
  const answer = answerTo(verdict, moment)
  if ('kind' in answer) return refused(call, answer, moment.n)
  memory.keep(verdict, answer)
  return { kind: 'answered', answer, ...(fault && { fault }) }
}

function refused({ api }: IncomingCall, refusal: ServerRefusal, n: number): CallOutcome {
  return { kind: 'refused', worded: api.word(refusal), n }
}

/** More than this no provider takes. */
const usualBodyBytes = 32 * 1024 * 1024

/** Returns the refusal that a fault represents; other faults let the call through and break its reply. */
function refusalOf(fault: Fault, { body, key }: IncomingCall, { parts }: Moment): ServerRefusal | undefined {
  const model = isObject(body) && typeof body.model === 'string' ? body.model : 'unknown'
  const contextTokens = parts.catalogue.find(model)?.contextTokens ?? 200_000
  switch (fault.kind) {
    case 'rate-limit':
      return { kind: 'rate-limited', retryAfterMs: fault.retryAfterMs ?? 1_000, model }
    case 'overloaded':
    case 'server-error':
    case 'out-of-credit':
      return { kind: fault.kind }
    case 'bad-key':
      return { kind: 'key-wrong', key }
    case 'too-large':
      return { kind: 'body-too-large', maxBytes: usualBodyBytes }
    case 'context-overflow':
      return { kind: 'prompt-too-long', promptTokens: contextTokens + 1, contextTokens }
    case 'timeout':
    case 'disconnect':
    case 'cut-stream':
    case 'stall-stream':
    case 'malformed-stream':
    case 'error-event':
      return undefined
  }
}

/** Asks the model and bills the call; a limit of 0 only fills the cache. */
function answerTo(accepted: Accepted, { parts, n, startMs }: Moment): Answer | ServerRefusal {
  const { api, model, name, body, transcript, weighed, outputTokens } = accepted
  const { messages, tools = [] } = transcript
  const request = { api: api.name, model: name, messages, tools }
  const summary = api.summaryOf?.(body)
  const isUnasked = summary !== undefined || api.limitOf(body)?.tokens === 0
  const said = isUnasked ? [] : parts.model(request)
  if (said === undefined) return { kind: 'unprocessable', message: 'simulator: the script has no reply left' }
  const usage = parts.billing.bill(accepted, weighed, startMs, startMs + parts.replyAfterMs)
  const stopped = stopAt(said, api.stopsOf?.(body) ?? [])
  const output = fitOutput(stopped.said, outputTokens, parts.counter)
  const choices = api.choicesOf?.(body, model) ?? 1
  return {
    n,
    asked: body,
    model: name,
    provider: model.provider,
    said: output.said,
    isUnasked,
    binds: bindsThinking(name, model),
    dropped: accepted.dropped,
    choices,
    ...endOf(output, stopped, outputTokens),
    applied: accepted.applied,
    usage,
    tellsWrites: weighed.rules.kind === 'breakpoints' || weighed.rules.kind === 'endpoints',
    outputTokens: summary === undefined ? output.tokens * choices : parts.counter.part({ type: 'text', text: summary }),
    reasoningTokens: output.reasoningTokens * choices,
    createdMs: startMs,
  }
}

/** Returns why a reply ended: at its limit, where it was asked to, or on its own. */
function endOf(
  { said, isCut }: FittedOutput,
  { at }: Stopped,
  outputTokens: number,
): Pick<Answer, 'stop' | 'stopSequence'> {
  if (isCut || outputTokens === 0) return { stop: 'length' }
  if (at !== undefined) return { stop: 'stop-sequence', stopSequence: at }
  return { stop: said.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'end' }
}

function recordOf(
  call: IncomingCall,
  outcome: CallOutcome,
  about: Moment & { readonly fault: Fault | undefined },
): CallRecord {
  const { n, startMs, fault, parts } = about
  const { body, api } = call
  const asked = isObject(body) ? body : {}
  const common = {
    n,
    api: api.name,
    ...(typeof asked.model === 'string' && { model: asked.model }),
    stream: asked.stream === true,
    startMs,
    ...(fault && { fault: fault.kind }),
  }
  switch (outcome.kind) {
    case 'refused': {
      const { status, type, message } = outcome.worded
      return { ...common, status, error: { type, message } }
    }
    case 'silent':
      return { ...common, status: 0, error: { type: outcome.fault.kind, message: 'no answer was sent' } }
    case 'answered': {
      const { usage: prompt, outputTokens, reasoningTokens, model } = outcome.answer
      const usage = { ...billedUsage(prompt, outputTokens), ...(reasoningTokens > 0 && { reasoning: reasoningTokens }) }
      const info = parts.catalogue.find(model)
      return { ...common, status: 200, usage, ...(info && { cost: costUsd(usage, info) }) }
    }
  }
}
