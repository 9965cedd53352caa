import type { ModelInfo } from '../models/model-info.ts'
import type { Ttl } from './ttl.ts'

/** The decision on breakpoints in requests to a model, and the lifetimes that they can ask for. */
export type CachingChoice =
  | { readonly kind: 'enabled'; readonly by: string; readonly ttls: readonly Ttl[] }
  | { readonly kind: 'automatic'; readonly reason: string }
  | { readonly kind: 'off'; readonly reason: string }

/** The way to a model. */
export interface ProviderRoute {
  /** As the configuration names it: `anthropic`, `openrouter`, … */
  readonly provider: string
  /** Lifetimes that this way honours, where fewer than the model's. */
  readonly ttls?: readonly Ttl[]
}

/** The ways that pass `cache_control` on, and how the status line names them. */
const honouring: Readonly<Record<string, string>> = {
  anthropic: 'native Anthropic',
  openrouter: 'Claude via OpenRouter',
}

/** Caching is switched on by itself for Claude, known by name, where markers are honoured. */
export function cachingFor(name: string, route: ProviderRoute, model?: ModelInfo): CachingChoice {
  const by = honouring[route.provider.toLowerCase()]
  if (model?.caching?.kind === 'automatic') return { kind: 'automatic', reason: `${model.id} caches by itself` }
  if (!/\bclaude/i.test(name)) return { kind: 'off', reason: `${name} takes no breakpoints` }
  if (by === undefined) return { kind: 'off', reason: `${route.provider} is not known to honour breakpoints` }
  const known = model?.caching?.kind === 'breakpoints' ? model.caching.ttls : (['5m', '1h'] as const)
  const ttls = known.filter((ttl) => route.ttls === undefined || route.ttls.includes(ttl))
  return { kind: 'enabled', by, ttls: ttls.length === 0 ? ['5m'] : ttls }
}

/** Returns the status line for the start; nothing where caching is not ours to switch. */
export function cachingStatus(choice: CachingChoice, ttl: Ttl): string | undefined {
  return choice.kind === 'enabled' ? `💾 Prompt caching: ENABLED (${choice.by}, ${ttl} TTL)` : undefined
}
