import { deriveBudget } from '@palimpsest/core/budget'
import { isWarm } from '@palimpsest/core/cache'
import { type CompactionOutcome, putOffTokens } from '@palimpsest/core/compaction'
import type { Shown } from '@palimpsest/core/engine'
import { callsOf, type Message } from '@palimpsest/core/message'
import { promptTokens } from '@palimpsest/core/tokens'
import type { Reply } from '@palimpsest/core/wire'
import { act } from './act.ts'
import type { TurnOutcome } from './agent.ts'
import { askModel } from './ask-model.ts'
import { compactIfDue } from './compaction/compact.ts'
import { liveModel } from './compaction/live-model.ts'
import type { TurnPressure } from './compaction/turn-pressure.ts'
import { failOver } from './fail-over.ts'
import { fitModel } from './request/fit-model.ts'
import { type PreparedRequest, prepare } from './request/request.ts'
import { omitMisplaced } from './request/thinking-state.ts'
import { type Learned, type TurnContext, windowOf } from './turn-context.ts'
import { workspaceGone } from './workspace-gone.ts'

/** The outcome of a turn, and what it learned. */
export interface Ended {
  readonly outcome: TurnOutcome
  readonly learned: Learned
}

/** Compact, ask, say, act, until the model has nothing more to do. */
export async function runTurn(start: TurnContext, known: Learned, maxSteps: number): Promise<Ended> {
  let context = start
  let learned = known
  let trigger: LookAhead = 'preflight'
  for (let step = 0; step < maxSteps; step++) {
    await compactBefore(context, learned, trigger)
    const answer = await askModel(context, learned)
    learned = answer.learned
    if (answer.kind === 'given-up') {
      const other = await failOver(context, answer)
      if (other === undefined) return { outcome: { kind: 'refused', message: answer.message }, learned }
      context = other.context
      learned = other.learned
      trigger = 'preflight'
      continue
    }
    const { reply } = answer
    trigger = 'response'
    const said = await context.conversation.say(reply.message, reply.usage)
    await omitMisplaced(context.parts, answer.thinking, said)
    context.onUsage(reply.usage, context.parts.model)
    const acting = { ...context, entry: said.id, contextTokens: windowOf(context.parts, learned) }
    const results = await act(reply.message, reply.unfinished, acting)
    for (const result of results) await context.conversation.say(result)
    if (context.signal.aborted) return { outcome: { kind: 'aborted' }, learned }
    const gone = results.some(({ isError }) => isError) ? await workspaceGone(context.parts) : undefined
    if (gone !== undefined) return { outcome: gone, learned }
    await compactAfter(context, learned, reply, results.length > 0)
    if (results.length === 0) return { outcome: settle(reply), learned }
  }
  const message = `The turn took ${maxSteps} calls without an end. Say "go on" to continue.`
  return { outcome: { kind: 'out-of-steps', message }, learned }
}

/** Before a turn or another model the request is looked at as a whole; in the loop, by what came after the last count. */
type LookAhead = 'preflight' | 'response'

/** Catches a reloaded long session, a smaller model, and results that were just added. */
async function compactBefore(context: TurnContext, learned: Learned, trigger: LookAhead): Promise<void> {
  const prepared = await prepare(context.parts, context.conversation, learned)
  const { promptTokens: projected } = prepared
  const contextTokens = windowOf(context.parts, learned)
  const loop = trigger === 'response' ? putOff(context, learned, prepared) : {}
  const live = () => liveModel(context, learned)
  const mayDefer = context.ahead.begin(context.parts, { promptTokens: projected, contextTokens, live })
  const pressure = { promptTokens: projected, isReported: false, contextTokens, mayDefer, ...loop }
  const isCold = !isWarm(learned.cache, context.parts.now())
  const outcome = await compactIfDue(context, { trigger, ...pressure, isCold, live })
  const mostTokens = contextTokens - fitModel(context.parts.model, contextTokens).maxTokens
  if (projected > mostTokens && isPaused(outcome))
    await compactIfDue(context, { trigger: 'overflow', ...pressure, mostTokens })
}

/** A pause saves useless work; what would be refused for its length cannot wait for its end. */
function isPaused(outcome: CompactionOutcome): boolean {
  if (outcome.kind !== 'skipped') return outcome.kind === 'deferred'
  return outcome.reason === 'cooldown' || outcome.reason === 'no-effect' || outcome.reason === 'awaiting-reading'
}

/** By what the provider counted; without a count the next look ahead decides. */
async function compactAfter(context: TurnContext, learned: Learned, { usage }: Reply, goesOn: boolean): Promise<void> {
  const reported = promptTokens(usage)
  if (reported === undefined) return
  const { parts, conversation } = context
  const contextTokens = windowOf(parts, learned)
  const { thresholdTokens } = deriveBudget(fitModel(parts.model, contextTokens), parts.compaction)
  const live = () => liveModel(context, learned)
  const isTight = goesOn && reported >= thresholdTokens
  const loop = isTight ? putOff(context, learned, await prepare(parts, conversation, learned)) : {}
  const mayDefer = context.ahead.begin(parts, { promptTokens: reported, contextTokens, live })
  const pressure = { promptTokens: reported, isReported: true, contextTokens, mayDefer, ...loop }
  await compactIfDue(context, { trigger: 'response', ...pressure, live })
}

/** In the midst of a tool loop a model that binds its thinking is left alone while the window allows. */
function putOff(
  { parts }: TurnContext,
  learned: Learned,
  { messages, thinking }: PreparedRequest,
): Pick<TurnPressure, 'putOffTokens'> {
  if (!thinking.binds) return {}
  const tokens = putOffTokens(messages, fitModel(parts.model, windowOf(parts, learned)))
  return tokens === undefined ? {} : { putOffTokens: tokens }
}

/** The answer that messages end with; `undefined` where the model is still to be asked. */
export function answerAtEnd(said: readonly Shown[]): TurnOutcome | undefined {
  const last = said.at(-1)?.message
  if (last?.role !== 'assistant' || callsOf(last).length > 0) return undefined
  return { kind: 'answered', text: textIn(last) }
}

function textIn({ parts }: Message): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

function settle(reply: Reply): TurnOutcome {
  const text = textIn(reply.message)
  if (reply.stop === 'length' || reply.stop === 'window')
    return { kind: 'cut-off', text, message: 'The answer was cut off at its limit. Say "go on" for the rest.' }
  return { kind: 'answered', text }
}
