import type { ModelInfo } from './model-info.ts'

const provider = 'amazon'

/** Nova models. */
export const amazon: readonly ModelInfo[] = [
  {
    id: 'nova-2-lite',
    provider,
    contextTokens: 1_000_000,
    maxOutputTokens: 64_000,
    prices: { input: 0.3, output: 2.5, cacheRead: 0.075 },
    thinking: true,
    images: true,
  },
  {
    id: 'nova-lite',
    provider,
    contextTokens: 300_000,
    maxOutputTokens: 10_000,
    prices: { input: 0.06, output: 0.24 },
    thinking: false,
    images: true,
  },
]
