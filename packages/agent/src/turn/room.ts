import { setImmediate } from 'node:timers/promises'
import {
  type Budget,
  bindsThinking,
  budgetDefaults,
  coldBudget,
  deriveBudget,
  fadingNotice,
  makeRoom,
  type RoomOutcome,
  type Session,
  type SessionId,
  type SummaryModel,
  type Trigger,
} from '@palimpsest/core'
import { compressedNote } from '../base-prompt.ts'
import { afterCompaction, type HookHost, withHooks } from '../plugins/hooks.ts'
import { withCompress } from '../with-compress.ts'
import type { AgentEvent, AgentParts } from './agent.ts'
import { fitModel } from './fit-model.ts'
import { routeOf, toolSchemas } from './request.ts'

/** Why room is to be made, and how full it is. */
export interface Pressure {
  readonly trigger: Trigger
  readonly promptTokens: number
  readonly isReported: boolean
  /** The window as it is known now; a provider may have stated a lower one. */
  readonly contextTokens: number
  readonly focus?: string
  /** What a refused request must come down to. */
  readonly mostTokens?: number
  /** The model itself as a writer of summaries, where it may and can be; asked for only when one is needed. */
  live?(): Promise<SummaryModel | undefined>
  /** A tool loop goes on that would lose its thinking: nothing is compressed below this size. */
  readonly putOffTokens?: number
  /** Nothing of the next request is cached. @default false */
  readonly isCold?: boolean
}

/** Compresses the conversation if it must be, and tells the user what came of it. */
export async function roomFor(
  parts: AgentParts,
  session: SessionId,
  pressure: Pressure,
  { onEvent, signal }: { onEvent(event: AgentEvent): void; readonly signal: AbortSignal },
): Promise<RoomOutcome> {
  const { store, counter, compression, provider, model, summaryRoutes } = parts
  const { trigger, promptTokens, isReported, putOffTokens, focus } = pressure
  const tip = await store.compressionTip(session)
  const beside = besideView(parts, tip)
  const told = (text: string) => onEvent({ kind: 'notice', text })
  tellNotices(parts, told)
  const host = hookHost(parts, told)
  const hooked = withHooks(parts.engine, host)
  const engine = withCompress(hooked, (occasion, own) => {
    onEvent({ kind: 'compressing' })
    return hooked.compress(occasion, own)
  })
  const live = await pressure.live?.()
  const outcome = await makeRoom(
    { ...parts, store, engine, counter, mintRun: () => parts.mintEntry(), pause: () => setImmediate() },
    {
      session,
      trigger,
      budget: budgetOf(parts, pressure),
      ...beside,
      enabled: compression.enabled,
      promptTokens,
      isReported,
      route: routeOf(provider.route, model.name),
      summaryRoutes,
      bindsThinking: bindsThinking(model.name, model.info),
      ...(putOffTokens !== undefined && { putOffTokens }),
      ...(focus !== undefined && { focus }),
      ...(live && { live }),
    },
    signal,
  )
  for (const text of noticesOf(outcome)) told(text)
  if (outcome.kind === 'committed') {
    // By the chain, which knows of those that were undone.
    const fading = fadingNotice((await store.lineage(outcome.session.id)).length - 1)
    if (fading !== undefined) told(fading)
    await afterCompaction(outcome.receipt, host, signal)
  }
  tellNotices(parts, told)
  return outcome
}

/** What is sent beside the view and the stored system prompt, now and once it is compressed: as a request would hold it. */
function besideView(
  parts: AgentParts,
  tip: Session,
): { readonly overheadTokens: number; readonly addedTokens: number } {
  const { counter } = parts
  const textTokens = (text = '') => (text === '' ? 0 : counter.part({ type: 'text', text }))
  const tools = toolSchemas(parts).reduce((sum, tool) => sum + counter.tool(tool), 0)
  const note = textTokens(compressedNote)
  const isNoted = tip.kind === 'continuation'
  const system = nextSystem(parts, tip)
  return {
    overheadTokens: tools + (isNoted ? note : 0),
    addedTokens: (isNoted ? 0 : note) + textTokens(system) - textTokens(tip.system),
  }
}

/** Whoever writes the compaction tells where memory cannot be read; what it said before holds then. */
function nextSystem({ memory }: AgentParts, tip: Session): string | undefined {
  try {
    return memory?.systemFor(tip) ?? tip.system
  } catch {
    return tip.system
  }
}

/** What plugins did wrong since anyone looked. */
function tellNotices({ plugins }: AgentParts, tell: (text: string) => void): void {
  for (const text of plugins?.notices.drain() ?? []) tell(text)
}

function hookHost(parts: AgentParts, tell: (text: string) => void): HookHost {
  return { hooks: parts.plugins?.hooks ?? [], tell, mintId: () => parts.mintEntry() }
}

export function budgetOf(
  { model, compression }: Pick<AgentParts, 'model' | 'compression'>,
  { contextTokens, mostTokens, isCold }: Pressure,
): Budget {
  const { threshold } = { ...budgetDefaults, ...compression }
  const usual = deriveBudget(fitModel(model, contextTokens), compression)
  if (mostTokens === undefined) return isCold && compression.soonerWhenCold ? coldBudget(usual) : usual
  return deriveBudget({ contextTokens: Math.max(1_000, Math.floor(mostTokens / threshold)) }, compression)
}

function noticesOf(outcome: RoomOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'committed': {
      const { tokens, messages, summary } = outcome.receipt
      const gone = messages.dropped === undefined ? 'without a summary' : `${messages.dropped} messages dropped`
      const by = summary.by === 'none' ? gone : `summary by ${summary.model ?? 'code'}`
      return [`Compressed ${tokens.before.toLocaleString('en')} → ${tokens.after.toLocaleString('en')} tokens (${by}).`]
    }
    case 'skipped':
      return outcome.notify ? [outcome.detail] : []
    case 'failed':
      return [outcome.failure.message]
    case 'unchanged':
    case 'deferred':
      return []
  }
}
