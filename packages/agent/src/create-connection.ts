import {
  type CacheRoute,
  type CachingChoice,
  cachingFor,
  cachingStatus,
  chooseTtl,
  startMemory,
} from '@palimpsest/core/cache'
import { createCatalogue, type ModelInfo } from '@palimpsest/core/models'
import type { Config, ProviderName } from './config/schema.ts'
import { createProvider } from './create-provider.ts'
import type { Provider } from './provider/provider.ts'
import type { AgentModel, ModelConnection } from './turn/agent.ts'
import { mostOutput, outputShare } from './turn/request/fit-model.ts'

/** A model that is wanted, as a user or the configuration names it. */
export interface WantedModel {
  readonly name: string
  readonly provider: ProviderName
  readonly base_url: string | null
  /** A note for the user about how the model is reached. */
  readonly hint?: string
  /** A value that the user knows better than any catalogue. */
  readonly context_length?: number | null
  readonly max_tokens?: number | null
}

export interface LineSetup {
  /** `model.silence_timeout`. */
  readonly silenceSeconds?: number | null
  readonly caching: Config['prompt_caching']
  readonly env: Readonly<Record<string, string | undefined>>
  readonly channel: CacheRoute['channel']
  /** Wraps the access to a model, to watch what is asked. */
  watched?(provider: Provider): Provider
}

/** A way to a model, except who writes its summaries. */
export type PlainConnection = Omit<ModelConnection, 'summaryRoutes'> & {
  readonly cachingLine: string
  /** True when the size of the window is unknown. */
  readonly isWindowAssumed: boolean
}

export type CreatedLine =
  | { readonly kind: 'created'; readonly connection: PlainConnection }
  | { readonly kind: 'no-key'; readonly name: string }

/** Used where neither catalogue nor user nor server knows better; a refusal will state the real one. */
const unknownWindow = 128_000

/** Reaches a model: its provider, window, output and cache are derived together. */
export async function createConnection(
  wanted: WantedModel,
  setup: LineSetup,
  signal: AbortSignal,
): Promise<CreatedLine> {
  const created = createProvider({ ...wanted, silence_timeout: setup.silenceSeconds ?? null }, setup.env)
  if (created.kind === 'no-key') return created
  const provider = setup.watched?.(created.provider) ?? created.provider
  const info = createCatalogue().find(wanted.name)
  const told = await windowFor(wanted, info, provider, signal)
  const model = modelOf(wanted, told ?? unknownWindow, info)
  const isWindowAssumed = told === undefined
  return {
    kind: 'created',
    connection: { provider, model, isWindowAssumed, ...cachingOf(wanted, info, setup) },
  }
}

/** Takes the window from the user, else from the catalogue, else from the server. */
async function windowFor(
  { name, context_length }: WantedModel,
  info: ModelInfo | undefined,
  provider: Provider,
  signal: AbortSignal,
): Promise<number | undefined> {
  return context_length ?? info?.contextTokens ?? provider.contextTokens?.(name, signal)
}

function modelOf({ name, max_tokens }: WantedModel, contextTokens: number, info: ModelInfo | undefined): AgentModel {
  const most = Math.min(info?.maxOutputTokens ?? mostOutput, mostOutput, Math.floor(contextTokens * outputShare))
  return { name, contextTokens, maxTokens: max_tokens ?? most, ...(info && { info }) }
}

function cachingOf({ name, provider }: WantedModel, info: ModelInfo | undefined, setup: LineSetup) {
  const { caching, channel } = setup
  const choice = cachingFor(name, { provider }, info)
  const { input, cacheRead } = info?.prices ?? {}
  const pinned = pinnedTtl(caching)
  const route: CacheRoute = {
    channel,
    keepAlive: caching.keep_alive,
    ...(choice.kind === 'enabled' && { ttls: choice.ttls }),
    ...(input !== undefined && cacheRead !== undefined && { readRate: cacheRead / input }),
    ...(pinned !== undefined && { pinned }),
  }
  const strategy = choice.kind === 'enabled' ? caching.strategy : 'none'
  return { caching: { strategy, route }, cachingLine: cachingLine(choice, strategy, route) }
}

/** Only `anchored` plans lifetimes: the original's strategy uses five minutes unless configured otherwise. */
function pinnedTtl({ strategy, cache_ttl }: Config['prompt_caching']): CacheRoute['pinned'] {
  if (cache_ttl !== 'auto') return cache_ttl
  return strategy === 'system_and_3' ? '5m' : undefined
}

function cachingLine(choice: CachingChoice, strategy: Config['prompt_caching']['strategy'], route: CacheRoute): string {
  if (choice.kind === 'automatic') return `💾 Prompt caching: automatic (${choice.reason})`
  if (choice.kind === 'off') return `Prompt caching: off (${choice.reason})`
  if (strategy === 'none') return 'Prompt caching: off (prompt_caching.strategy is none)'
  return cachingStatus(choice, chooseTtl(startMemory, route).ttl) ?? ''
}
