import { type CacheMemory, type ChannelPauses, readPauses, startMemory } from '@palimpsest/core/cache'
import { equalJson, isObject, type Json } from '@palimpsest/core/json'
import { type LearnedAt, type LearnedLimits, limitFor, readLimits, storedLimits } from '@palimpsest/core/overflow'
import type { SessionId } from '@palimpsest/core/store'
import { type BilledUsage, type Calibration, startCalibration } from '@palimpsest/core/tokens'
import type { AgentEvent, AgentModel, AgentParts } from './agent.ts'
import type { BackgroundPreparation } from './compaction/background-preparation.ts'
import type { Sessions } from './follow-sessions.ts'
import type { Sent } from './keep-warm/rest.ts'
import type { TurnConversation } from './turn-conversation.ts'
import type { UnbilledCalls } from './usage/unbilled-calls.ts'

/** Knowledge gained from call to call, kept between turns. */
export interface Learned {
  readonly cache: CacheMemory
  readonly calibration: Calibration
  /** The pauses people make on this channel, from earlier conversations. */
  readonly pauses?: ChannelPauses
  readonly limits: LearnedLimits
  /** The largest call that was answered, with its answer, by route and model. */
  readonly answered: Readonly<Record<string, number>>
  /** The size of the last call whose answer was cut off, by route and model. */
  readonly cutAt: Readonly<Record<string, number>>
  /** Routes and models that cut answers short by themselves, however much room there is. */
  readonly cutsShort: Readonly<Record<string, boolean>>
}

/** All that is handed to whatever works in one turn. */
export interface TurnContext {
  readonly parts: AgentParts
  readonly session: SessionId
  readonly conversation: TurnConversation
  readonly sessions: Sessions
  readonly unbilled: UnbilledCalls
  onEvent(event: AgentEvent): void
  /** Receives the usage of each answer. */
  onUsage(usage: BilledUsage, model: AgentModel): void
  /** Receives the usage of an answer that was not kept. */
  onUnkept(usage: BilledUsage, model: AgentModel): void
  /** The last request sent, as long as the view continues from it. */
  sent(): Sent | undefined
  /** Receives the last request sent; `undefined` when the view has changed since. */
  onSent(sent: Sent | undefined): void
  /** Work of the engine ahead of the next compaction, in the background. */
  readonly ahead: BackgroundPreparation
  /** Called when another model is used from here on. */
  onConnection(parts: AgentParts): void
  readonly signal: AbortSignal
}

/** The store scope of limits that providers stated. */
export const limitsScope = 'agent/limits'

/** The store scope of how its estimates compare with what providers counted. */
const calibrationScope = 'agent/calibration'

/** Starts with what other conversations learned on the same routes. */
export async function startLearned(parts: AgentParts): Promise<Learned> {
  const { state } = parts.store
  const [limits, routes, pauses] = await Promise.all([
    startLimits(parts),
    state.get(calibrationScope, 'routes').catch(() => undefined),
    readPauses(state, parts.caching.route.channel),
  ])
  const calibration = startCalibration(readRatios(routes))
  return {
    cache: startMemory,
    calibration,
    limits,
    answered: {},
    cutAt: {},
    cutsShort: {},
    ...(pauses && { pauses }),
  }
}

/** Limits learned under another assumption are dropped for good: they must not come back with the old setting. */
async function startLimits(parts: AgentParts): Promise<LearnedLimits> {
  const { state } = parts.store
  const stored = await state.get(limitsScope, 'stated').catch(() => undefined)
  const limits = readLimits(stored, limitScope(parts))
  const kept = storedLimits(limits)
  if (stored !== undefined && !equalJson(stored, kept))
    await state.set(limitsScope, 'stated', kept).catch(() => undefined)
  return limits
}

/** Leaves to others what was learned; where that fails it is learned again. */
export async function keepLearned({ store }: AgentParts, before: Learned, after: Learned): Promise<void> {
  const { routes } = after.calibration
  if (routes === before.calibration.routes) return
  const value = Object.fromEntries(
    Object.entries(routes).map(([route, { ratio, samples }]) => [route, { ratio, samples }]),
  )
  await store.state.set(calibrationScope, 'routes', value).catch(() => undefined)
}

/** Leaves out values that make no sense. */
function readRatios(stored: Json | undefined): Calibration['routes'] {
  if (!isObject(stored)) return {}
  const sound = Object.entries(stored).flatMap(([route, entry]) => {
    const { ratio, samples } = isObject(entry) ? entry : {}
    if (typeof ratio !== 'number' || typeof samples !== 'number' || !(ratio > 0.1 && ratio < 10)) return []
    return [[route, { ratio, samples }] as const]
  })
  return Object.fromEntries(sound)
}

/** The window as it is known now. */
export function windowOf(parts: AgentParts, { limits }: Learned): number {
  return Math.min(parts.model.contextTokens, limitFor(limits, limitScope(parts)) ?? Number.POSITIVE_INFINITY)
}

/** The place a limit is learned for. */
export function limitScope({ provider, model }: AgentParts): LearnedAt {
  return { route: provider.route, model: model.name, contextTokens: model.contextTokens }
}
