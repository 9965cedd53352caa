import {
  type CacheMemory,
  type Calibration,
  calibrate,
  type Failure,
  freshAttempts,
  isFailure,
  type LearnedLimits,
  learnLimit,
  limitFor,
  nextAttempt,
  noteReading,
  promptTokens,
  type Refusal,
  type Reply,
  readLimits,
  readRefusal,
  redact,
  type SessionId,
  storedLimits,
} from '@palimpsest/core'
import type { AgentEvent, AgentParts } from './agent.ts'
import type { Conversation } from './conversation.ts'
import { type Known, type Prepared, prepare, routeOf } from './request.ts'
import { roomFor } from './room.ts'

/** What a run learns from call to call. */
export interface Learned extends Known {
  readonly limits: LearnedLimits
}

export type Answer =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly learned: Learned }
  | { readonly kind: 'given-up'; readonly message: string; readonly learned: Learned }

/** The run that a call belongs to. */
export interface Run {
  readonly parts: AgentParts
  readonly session: SessionId
  readonly conversation: Conversation
  onEvent(event: AgentEvent): void
  readonly signal: AbortSignal
}

const limitsScope = 'limits'

/** Starts with what other conversations learned on the same routes. */
export async function startLearned(
  { store }: AgentParts,
  cache: CacheMemory,
  calibration: Calibration,
): Promise<Learned> {
  const limits = readLimits(await store.state.get(limitsScope, 'stated').catch(() => undefined))
  return { cache, calibration, limits }
}

/** The window as it is known now. */
export function windowOf({ provider, model }: AgentParts, { limits }: Learned): number {
  const learned = limitFor(limits, { route: provider.route, model: model.name })
  return Math.min(model.contextTokens, learned ?? Number.POSITIVE_INFINITY)
}

/** Asks the model, and again after whatever can be mended: a prompt too long, an output too long, a wait. */
export async function ask(run: Run, start: Learned): Promise<Answer> {
  const { parts, conversation, signal } = run
  let learned = start
  let maxTokens = parts.model.maxTokens
  let attempts = freshAttempts({ promptTokens: 0, maxTokens, mayCompress: parts.compression.enabled })
  for (;;) {
    signal.throwIfAborted()
    const prepared = await prepare(parts, conversation, learned)
    attempts = { ...attempts, promptTokens: prepared.promptTokens, maxTokens }
    const asked = { model: parts.model.name, messages: prepared.messages, tools: prepared.tools, maxTokens }
    const answer = await parts.provider.ask(asked, run.onEvent, signal).catch((error: unknown) => refusalOf(error))
    if ('message' in answer && 'stop' in answer) {
      return { kind: 'reply', reply: answer, learned: await note(run, prepared, answer, learned) }
    }
    const { facts } = answer.detail
    const window = windowOf(parts, learned)
    const refusal = readRefusal(facts, { promptTokens: prepared.promptTokens, maxTokens, contextTokens: window })
    learned = await learn(parts, learned, refusal)
    const next = nextAttempt(attempts, refusal)
    attempts = next.attempts
    switch (next.step.kind) {
      case 'give-up':
        return { kind: 'given-up', message: `${next.step.message} (${redact(facts.message).text})`, learned }
      case 'lower-output':
        maxTokens = next.step.maxTokens
        break
      case 'wait':
        run.onEvent({ kind: 'notice', text: `Waiting ${Math.ceil(next.step.waitMs / 1000)} s: ${refusal.kind}.` })
        await parts.wait(next.step.waitMs, signal)
        break
      case 'compress': {
        const pressure = { trigger: 'overflow', promptTokens: prepared.promptTokens, isReported: false } as const
        const mostTokens = next.step.budgetTokens
        await roomFor(parts, run.session, { ...pressure, contextTokens: windowOf(parts, learned), mostTokens }, run)
      }
    }
  }
}

function refusalOf(error: unknown): Failure<'provider/refused'> {
  if (isFailure(error, 'provider/refused')) return error
  throw error
}

async function learn({ store, provider, model }: AgentParts, learned: Learned, refusal: Refusal): Promise<Learned> {
  const at = { route: provider.route, model: model.name, contextTokens: model.contextTokens }
  const limits = learnLimit(learned.limits, at, refusal)
  if (limits === learned.limits) return learned
  await store.state.set(limitsScope, 'stated', storedLimits(limits)).catch(() => undefined)
  return { ...learned, limits }
}

/** What the provider counted teaches the estimator, and judges the last compression. */
async function note({ parts, session }: Run, prepared: Prepared, { usage }: Reply, learned: Learned): Promise<Learned> {
  const { store, provider, model, compression } = parts
  const route = routeOf(provider.route, model.name)
  const reportedTokens = promptTokens(usage)
  const { conversation } = await store.compressionTip(session)
  await noteReading(parts, conversation, {
    route,
    estimatedTokens: prepared.promptTokens,
    thresholdTokens: Math.floor(windowOf(parts, learned) * (compression.threshold ?? 0.5)),
    askedAt: prepared.startedAt,
    ...(reportedTokens !== undefined && { reportedTokens }),
  })
  const { estimatedTokens } = prepared
  const calibration =
    reportedTokens === undefined
      ? learned.calibration
      : calibrate(learned.calibration, { route, reportedTokens, estimatedTokens })
  return { ...learned, calibration, cache: prepared.cache }
}
