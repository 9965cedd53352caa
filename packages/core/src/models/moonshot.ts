import type { ModelInfo } from './model-info.ts'

const kimi = { provider: 'moonshot', thinking: true, caching: { kind: 'automatic' } } as const

/** Kimi models. */
export const moonshot: readonly ModelInfo[] = [
  {
    id: 'kimi-k3',
    ...kimi,
    contextTokens: 1_048_576,
    prices: { input: 3, output: 15, cacheRead: 0.3 },
    images: true,
  },
  {
    id: 'kimi-k2.6',
    ...kimi,
    contextTokens: 262_144,
    prices: { input: 0.95, output: 4, cacheRead: 0.16 },
    images: true,
  },
  {
    id: 'kimi-k2.5',
    ...kimi,
    contextTokens: 262_144,
    prices: { input: 0.6, output: 3, cacheRead: 0.1 },
    images: true,
  },
  {
    id: 'kimi-k2-thinking',
    ...kimi,
    contextTokens: 262_144,
    prices: { input: 0.6, output: 2.5, cacheRead: 0.15 },
    images: false,
    deprecated: true,
  },
]
