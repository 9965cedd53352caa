import type { ModelInfo } from './model-info.ts'

const provider = 'minimax'
const caching = { kind: 'automatic' } as const

/** MiniMax models. */
export const minimax: readonly ModelInfo[] = [
  {
    id: 'minimax-m3',
    provider,
    contextTokens: 1_000_000,
    prices: {
      input: 0.3,
      output: 1.2,
      cacheRead: 0.06,
      above: { promptTokens: 524_288, prices: { input: 0.6, output: 2.4, cacheRead: 0.12 } },
    },
    caching,
    thinking: true,
    images: true,
  },
  {
    id: 'minimax-m2.7',
    provider,
    contextTokens: 204_800,
    prices: { input: 0.3, output: 1.2, cacheRead: 0.06 },
    caching,
    thinking: true,
    images: false,
  },
  {
    id: 'minimax-m2.5',
    provider,
    contextTokens: 204_800,
    maxOutputTokens: 131_072,
    prices: { input: 0.3, output: 1.2, cacheRead: 0.03 },
    caching,
    thinking: true,
    images: false,
  },
]
