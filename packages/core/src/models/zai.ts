import type { ModelInfo } from './model-info.ts'

const glm = { provider: 'zai', thinking: true, images: false, caching: { kind: 'automatic' } } as const
const five = { input: 1.4, output: 4.4, cacheRead: 0.26 } as const
const four = { input: 0.6, output: 2.2, cacheRead: 0.11 } as const

/** GLM models. */
export const zai: readonly ModelInfo[] = [
  { id: 'glm-5.3', ...glm, contextTokens: 1_000_000, maxOutputTokens: 128_000, prices: five },
  { id: 'glm-5.2', ...glm, contextTokens: 1_000_000, maxOutputTokens: 128_000, prices: five },
  { id: 'glm-5.1', ...glm, contextTokens: 200_000, maxOutputTokens: 128_000, prices: five },
  {
    id: 'glm-5',
    ...glm,
    contextTokens: 200_000,
    maxOutputTokens: 128_000,
    prices: { input: 1, output: 3.2, cacheRead: 0.2 },
  },
  { id: 'glm-4.7', ...glm, contextTokens: 200_000, maxOutputTokens: 128_000, prices: four },
  { id: 'glm-4.6', ...glm, contextTokens: 200_000, maxOutputTokens: 128_000, prices: four },
  { id: 'glm-4.5', ...glm, contextTokens: 131_072, maxOutputTokens: 98_304, prices: four },
  {
    id: 'glm-4.5-air',
    ...glm,
    contextTokens: 131_072,
    maxOutputTokens: 98_304,
    prices: { input: 0.2, output: 1.1, cacheRead: 0.03 },
  },
]
