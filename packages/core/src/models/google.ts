import type { ModelInfo, Prices } from './model-info.ts'

const gemini = {
  provider: 'google',
  contextTokens: 1_048_576,
  maxOutputTokens: 65_536,
  thinking: true,
  images: true,
} as const

const since3 = { kind: 'automatic', minTokens: 4096 } as const
const in25 = { kind: 'automatic', minTokens: 2048 } as const

const pro3: Prices = {
  input: 2,
  output: 12,
  cacheRead: 0.2,
  above: { promptTokens: 200_000, prices: { input: 4, output: 18, cacheRead: 0.4 } },
}
const pro25: Prices = {
  input: 1.25,
  output: 10,
  cacheRead: 0.125,
  above: { promptTokens: 200_000, prices: { input: 2.5, output: 15, cacheRead: 0.25 } },
}
const flashOffer: Prices = { input: 0.75, output: 3.75, cacheRead: 0.075, until: '2026-12-31' }
const argonOffer: Prices = { input: 2, output: 10, cacheRead: 0.1, until: '2026-11-30' }

/** Gemini models; implicit caching is on by default and its writes are free. */
export const google: readonly ModelInfo[] = [
  { id: 'gemini-4-argon', ...gemini, prices: argonOffer, caching: since3 },
  { id: 'gemini-3.8-flash', ...gemini, prices: flashOffer, caching: since3 },
  { id: 'gemini-3.7-flash', ...gemini, prices: flashOffer, caching: since3 },
  { id: 'gemini-3.6-flash', ...gemini, prices: flashOffer, caching: since3 },
  { id: 'gemini-3.5-flash', ...gemini, prices: { input: 1.5, output: 9, cacheRead: 0.15 }, caching: since3 },
  { id: 'gemini-3.5-flash-lite', ...gemini, prices: { input: 0.3, output: 2.5, cacheRead: 0.03 }, caching: since3 },
  { id: 'gemini-3.1-pro', ...gemini, prices: pro3, caching: since3 },
  { id: 'gemini-3.1-flash-lite', ...gemini, prices: { input: 0.25, output: 1.5, cacheRead: 0.025 }, caching: since3 },
  { id: 'gemini-3-pro', ...gemini, prices: pro3, caching: since3 },
  { id: 'gemini-3-flash', ...gemini, prices: { input: 0.5, output: 3, cacheRead: 0.05 }, caching: since3 },
  { id: 'gemini-2.5-pro', ...gemini, prices: pro25, caching: in25 },
  { id: 'gemini-2.5-flash', ...gemini, prices: { input: 0.3, output: 2.5, cacheRead: 0.03 }, caching: in25 },
  { id: 'gemini-2.5-flash-lite', ...gemini, prices: { input: 0.1, output: 0.4, cacheRead: 0.01 }, caching: in25 },
  {
    id: 'gemma-4-31b',
    provider: 'google',
    contextTokens: 262_144,
    maxOutputTokens: 32_768,
    thinking: true,
    images: true,
  },
]
