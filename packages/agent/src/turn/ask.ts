import {
  calibrate,
  deriveBudget,
  type Failure,
  freshAttempts,
  isFailure,
  learnLimit,
  nextAttempt,
  noteReading,
  promptTokens,
  type Refusal,
  type Reply,
  readRefusal,
  redact,
  storedLimits,
} from '@palimpsest/core'
import { fitModel } from './fit-model.ts'
import { impatient } from './impatient.ts'
import { makeRoom } from './make-room.ts'
import { type Prepared, prepare, routeOf } from './request.ts'
import { type Learned, limitsScope, type Run, windowOf } from './run.ts'
import { tellModel } from './tell-model.ts'

export type Answer =
  | { readonly kind: 'reply'; readonly reply: Reply; readonly learned: Learned }
  | { readonly kind: 'given-up'; readonly refusal: Refusal; readonly message: string; readonly learned: Learned }

/** Asks the model, and again after whatever can be mended: a prompt too long, an output too long, a wait. */
export async function ask(run: Run, start: Learned): Promise<Answer> {
  const { parts, conversation, signal } = run
  let learned = start
  let maxTokens = fitModel(parts.model, windowOf(parts, start)).maxTokens
  let attempts = freshAttempts({ promptTokens: 0, maxTokens, mayCompress: parts.compression.enabled })
  for (;;) {
    signal.throwIfAborted()
    const prepared = await prepare(parts, conversation, learned)
    attempts = { ...attempts, promptTokens: prepared.promptTokens, maxTokens }
    const asked = { model: parts.model.name, messages: prepared.messages, tools: prepared.tools, maxTokens }
    const answer = await parts.provider.ask(asked, run.onEvent, signal).catch((error: unknown) => refusalOf(error))
    if ('message' in answer && 'stop' in answer) {
      run.onSent({ asked, parts })
      return { kind: 'reply', reply: answer, learned: await note(run, prepared, answer, learned) }
    }
    const { facts } = answer.detail
    const window = windowOf(parts, learned)
    const refusal = readRefusal(facts, { promptTokens: prepared.promptTokens, maxTokens, contextTokens: window })
    learned = await learn(run, learned, refusal)
    maxTokens = Math.min(maxTokens, fitModel(parts.model, windowOf(parts, learned)).maxTokens)
    const next = impatient(nextAttempt({ ...attempts, maxTokens }, refusal), facts, parts)
    attempts = next.attempts
    switch (next.step.kind) {
      case 'give-up':
        return { kind: 'given-up', refusal, message: `${next.step.message} (${redact(facts.message).text})`, learned }
      case 'lower-output':
        maxTokens = next.step.maxTokens
        break
      case 'wait':
        run.onEvent({ kind: 'notice', text: waitNotice(refusal, next.step.waitMs) })
        await parts.wait(next.step.waitMs, signal)
        break
      case 'compress': {
        const pressure = { trigger: 'overflow', promptTokens: prepared.promptTokens, isReported: false } as const
        const mostTokens = next.step.budgetTokens
        await makeRoom(run, { ...pressure, contextTokens: windowOf(parts, learned), mostTokens })
      }
    }
  }
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

function passUnavailable(error: unknown): void {
  if (!isFailure(error, 'store/unavailable')) throw error
}

function refusalOf(error: unknown): Failure<'provider/refused'> {
  if (isFailure(error, 'provider/refused')) return error
  throw error
}

async function learn({ parts, onEvent }: Run, learned: Learned, refusal: Refusal): Promise<Learned> {
  const { store, provider, model } = parts
  const at = { route: provider.route, model: model.name, contextTokens: model.contextTokens }
  const limits = learnLimit(learned.limits, at, refusal)
  if (limits === learned.limits) return learned
  await store.state.set(limitsScope, 'stated', storedLimits(limits)).catch(() => undefined)
  const knowing = { ...learned, limits }
  tellModel(parts, knowing, onEvent)
  return knowing
}

/** What the provider counted teaches the estimator, and judges the last compression. */
async function note({ parts, session }: Run, prepared: Prepared, { usage }: Reply, learned: Learned): Promise<Learned> {
  const { store, provider, model, compression } = parts
  const route = routeOf(provider.route, model.name)
  const reportedTokens = promptTokens(usage)
  const contextTokens = windowOf(parts, learned)
  const reading = {
    route,
    estimatedTokens: prepared.promptTokens,
    thresholdTokens: deriveBudget(fitModel(model, contextTokens), compression).thresholdTokens,
    askedAt: prepared.startedAt,
    ...(reportedTokens !== undefined && { reportedTokens }),
  }
  // The answer is here and must be kept: a store that cannot take the reading now only judges later.
  await store
    .compressionTip(session)
    .then(({ conversation }) => noteReading(parts, conversation, reading))
    .catch(passUnavailable)
  const { estimatedTokens } = prepared
  const calibration =
    reportedTokens === undefined
      ? learned.calibration
      : calibrate(learned.calibration, { route, reportedTokens, estimatedTokens })
  return { ...learned, calibration, cache: prepared.cache }
}
