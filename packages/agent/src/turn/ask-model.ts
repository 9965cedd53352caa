import { type Failure, isFailure } from '@palimpsest/core/errors'
import { freshAttempts, nextAttempt, type Refusal, type RefusalFacts, readRefusal } from '@palimpsest/core/overflow'
import { redact } from '@palimpsest/core/redact'
import type { Reply } from '@palimpsest/core/wire'
import type { ModelCall } from '../provider/provider.ts'
import { compactIfDue } from './compaction/compact.ts'
import { impatient } from './impatient.ts'
import { learnFromCut, learnFromRefusal, learnFromReply } from './learn.ts'
import { fitModel } from './request/fit-model.ts'
import { type PreparedRequest, prepare } from './request/request.ts'
import { keepThinkingState, omitRefused, type ThinkingState } from './request/thinking-state.ts'
import { type Learned, type TurnContext, windowOf } from './turn-context.ts'

export type AskOutcome =
  | {
      readonly kind: 'reply'
      readonly reply: Reply
      readonly learned: Learned
      /** The state carried by the request that was answered. */
      readonly thinking: ThinkingState
    }
  | { readonly kind: 'given-up'; readonly refusal: Refusal; readonly message: string; readonly learned: Learned }

/** Asks the model, and again after anything that can be fixed: a prompt too long, an output too long, a wait. */
export async function askModel(context: TurnContext, start: Learned): Promise<AskOutcome> {
  const { parts, conversation, signal } = context
  let learned = start
  let maxTokens = fitModel(parts.model, windowOf(parts, start)).maxTokens
  let attempts = freshAttempts({ promptTokens: 0, maxTokens, mayCompact: parts.compaction.enabled })
  let cut: Reply | undefined
  for (;;) {
    signal.throwIfAborted()
    const prepared = await prepare(parts, conversation, learned)
    attempts = { ...attempts, promptTokens: prepared.promptTokens, maxTokens }
    const asked = { model: parts.model.name, messages: prepared.messages, tools: prepared.tools, maxTokens }
    const tried = await tryOnce(context, asked, prepared, { learned, cut })
    learned = tried.learned
    if (tried.kind === 'reply') return tried
    const { refusal, facts, reply } = tried
    cut = reply ?? cut
    maxTokens = Math.min(maxTokens, fitModel(parts.model, windowOf(parts, learned)).maxTokens)
    const next = impatient(nextAttempt({ ...attempts, maxTokens }, refusal), facts, parts)
    attempts = next.attempts
    switch (next.step.kind) {
      case 'give-up':
        if (reply !== undefined) return { kind: 'reply', reply, learned, thinking: prepared.thinking }
        return { kind: 'given-up', refusal, message: `${next.step.message} (${redact(facts.message).text})`, learned }
      case 'lower-output':
        maxTokens = next.step.maxTokens
        break
      case 'drop-thinking':
        await omitRefused(parts, prepared.thinking, asked, next.step.place)
        break
      case 'wait':
        context.onEvent({ kind: 'notice', text: waitNotice(refusal, next.step.waitMs) })
        await parts.wait(next.step.waitMs, signal)
        break
      case 'compact': {
        // What was said of an answer that is asked for anew is not kept; what it took is.
        if (reply !== undefined) context.onUnkept(reply.usage, parts.model)
        const pressure = { trigger: 'overflow', promptTokens: prepared.promptTokens, isReported: false } as const
        const mostTokens = next.step.budgetTokens
        await compactIfDue(context, { ...pressure, contextTokens: windowOf(parts, learned), mostTokens })
      }
    }
  }
}

type Tried =
  | Extract<AskOutcome, { kind: 'reply' }>
  | {
      readonly kind: 'refused'
      readonly refusal: Refusal
      readonly facts: RefusalFacts
      readonly learned: Learned
      /** The part of an answer to use if nothing better can be had. */
      readonly reply?: Reply
    }

interface Before {
  readonly learned: Learned
  /** The last answer that found no room. */
  readonly cut: Reply | undefined
}

async function tryOnce(
  context: TurnContext,
  asked: ModelCall,
  prepared: PreparedRequest,
  before: Before,
): Promise<Tried> {
  const { parts, onEvent, signal } = context
  const { maxTokens } = asked
  await keepThinkingState(parts, prepared.thinking)
  const answer = await parts.provider.ask(asked, onEvent, signal).catch((error: unknown) => refusalOf(error))
  if ('stop' in answer) {
    context.onSent({ asked, parts })
    const heard = await learnFromReply(context, prepared, answer, before.learned)
    const { learned, refusal } = learnFromCut(context, answer, maxTokens, heard)
    if (refusal === undefined || !isLonger(answer, before.cut))
      return { kind: 'reply', reply: answer, learned, thinking: prepared.thinking }
    const facts = { message: 'the answer was cut off for want of room' }
    const knowing = await learnFromRefusal(context, learned, refusal, prepared.promptTokens)
    return { kind: 'refused', refusal, facts, reply: answer, learned: knowing }
  }
  const { facts, usage } = answer.detail
  if (usage !== undefined) context.onUnkept(usage, parts.model)
  const { promptTokens } = prepared
  const refusal = readRefusal(facts, { promptTokens, maxTokens, contextTokens: windowOf(parts, before.learned) })
  const learned = await learnFromRefusal(context, before.learned, refusal, promptTokens)
  return { kind: 'refused', refusal, facts, learned }
}

/** An answer that is no longer than the one before it found no more room: asking once more would change nothing. */
function isLonger({ usage }: Reply, before: Reply | undefined): boolean {
  return before === undefined || (usage.output ?? 0) > (before.usage.output ?? 0)
}

const waitReasons: Partial<Readonly<Record<Refusal['kind'], string>>> = {
  'rate-limited': 'The provider limits the rate of requests',
  overloaded: 'The provider is overloaded',
  network: 'The connection to the provider broke',
  timeout: 'The provider does not answer in time',
}

function waitNotice({ kind }: Refusal, waitMs: number): string {
  return `${waitReasons[kind] ?? 'The provider refused the request'}; trying again in ${Math.ceil(waitMs / 1_000)} s.`
}

function refusalOf(error: unknown): Failure<'provider/refused'> {
  if (isFailure(error, 'provider/refused')) return error
  throw error
}
