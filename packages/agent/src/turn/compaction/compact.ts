import { setImmediate } from 'node:timers/promises'
import { type CompactionOutcome, compactConversation } from '@palimpsest/core/compaction'
import { bindsThinking } from '@palimpsest/core/models'
import { afterCompaction, type HookHost, survivorTexts } from '../../plugins/hooks.ts'
import { routeOf } from '../request/request.ts'
import type { TurnContext } from '../turn-context.ts'
import { besideView } from './beside-view.ts'
import { type CommitFacts, commitFacts } from './commit-facts.ts'
import { costNotices, fadingNotices, outcomeNotices, toolNotices } from './compaction-notices.ts'
import { type NextTools, nextTools } from './next-tools.ts'
import { hasRoom, nothingDue, type TurnPressure, turnBudget } from './turn-pressure.ts'
import { watchWait } from './watch-wait.ts'

/** Compacts the conversation when that is due, and reports the outcome to the user. */
export async function compactIfDue(context: TurnContext, pressure: TurnPressure): Promise<CompactionOutcome> {
  const outcome = await compactOnce(context, pressure)
  return pressure.trigger === 'overflow' && isTaken(outcome) ? afterOthers(context, pressure, outcome) : outcome
}

/** Another process compacts this conversation. */
function isTaken(outcome: CompactionOutcome): boolean {
  return outcome.kind === 'deferred' && outcome.guard === undefined
}

/** Longer than the lease of a process that died while it compacted. */
const mostWaitMs = 40_000
const lookMs = 1_000

/** A request refused for its length can only continue when the process compacting elsewhere is done or gone. */
async function afterOthers(
  context: TurnContext,
  pressure: TurnPressure,
  outcome: CompactionOutcome,
): Promise<CompactionOutcome> {
  const { parts, session, onEvent, signal } = context
  const tip = await parts.store.compressionTip(session)
  onEvent({ kind: 'notice', text: 'Another process is compacting this conversation; waiting for it.' })
  for (let waitedMs = 0; waitedMs < mostWaitMs; waitedMs += lookMs) {
    await parts.wait(lookMs, signal)
    if ((await parts.store.compressionTip(session)).id !== tip.id) return outcome
    const again = await compactOnce(context, pressure)
    if (!isTaken(again)) return again
  }
  return outcome
}

async function compactOnce(context: TurnContext, pressure: TurnPressure): Promise<CompactionOutcome> {
  const { parts, onEvent, signal } = context
  const tell = (text: string) => onEvent({ kind: 'notice', text })
  for (const text of parts.plugins?.notices.drain() ?? []) tell(text)
  if (hasRoom(parts, pressure)) return nothingDue
  const before = context.unbilled.read()
  const waiting = watchWait(context, pressure)
  const tools = await nextTools(parts, context.conversation)
  const facts = commitFacts(context, tools, waiting.waited)
  const plugins: HookHost = { hooks: parts.plugins?.hooks ?? [], tell, mintId: () => parts.mintEntry() }
  const outcome = await compactNow(context, { ...pressure, ...waiting.preparing }, { facts, tools }, plugins)
  for (const text of [...outcomeNotices(outcome), ...toolNotices(outcome, tools)]) tell(text)
  if (outcome.kind === 'committed') {
    context.ahead.used()
    // By the chain, which knows of those that were undone.
    const lineage = await parts.store.lineage(outcome.session.id)
    for (const text of fadingNotices(lineage.length - 1)) tell(text)
    await afterCompaction(outcome.receipt, plugins, signal)
  }
  for (const text of parts.plugins?.notices.drain() ?? []) tell(text)
  if (outcome.kind === 'committed' || outcome.kind === 'deferred') {
    context.onSent(undefined)
    await context.sessions.follow(onEvent)
  }
  for (const text of costNotices(outcome, { before, after: context.unbilled.read(), paid: facts.paid() })) tell(text)
  return outcome
}

/** The one compaction, with what an agent brings to it. */
async function compactNow(
  { parts, session, onEvent, signal }: TurnContext,
  pressure: TurnPressure,
  { facts, tools }: { readonly facts: CommitFacts; readonly tools: NextTools },
  plugins: HookHost,
): Promise<CompactionOutcome> {
  const { store, provider, model, memory } = parts
  const { trigger, promptTokens, isReported, putOffTokens, focus } = pressure
  const beside = besideView(parts, await store.compressionTip(session), tools)
  const live = await pressure.live?.()
  const mustSurvive = survivorTexts(plugins)
  const hooks = {
    started: () => onEvent({ kind: 'compressing' }),
    ...(mustSurvive && { mustSurvive }),
    // Memory is safe before anything is summarised.
    ...(memory && { beforePlan: () => memory.commit() }),
    beforeCommit: facts.beforeCommit,
    afterCommit: facts.afterCommit,
  }
  return compactConversation(
    { ...parts, hooks, mintRun: () => parts.mintEntry(), pause: () => setImmediate() },
    {
      session,
      trigger,
      budget: turnBudget(parts, pressure),
      ...beside,
      enabled: parts.compaction.enabled,
      promptTokens,
      isReported,
      route: routeOf(provider.route, model.name),
      summaryRoutes: parts.summaryRoutes,
      bindsThinking: bindsThinking(model.name, model.info),
      ...(putOffTokens !== undefined && { putOffTokens }),
      ...(focus !== undefined && { focus }),
      ...(live && { live }),
      // While a turn goes on, or after it, somebody prepares.
      mayDefer: pressure.mayDefer ?? false,
      ...(pressure.preparing && { preparing: pressure.preparing }),
    },
    signal,
  )
}
