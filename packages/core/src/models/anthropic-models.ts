import type { ModelInfo, Prices } from './model-info.ts'
import { times } from './times.ts'

type Facts = Omit<ModelInfo, 'provider' | 'caching'> & { readonly minTokens?: number }

/** Every Claude model caches at marked breakpoints in the same way; only the smallest cacheable prefix differs. */
function claude({ minTokens, ...facts }: Facts): ModelInfo {
  const caching = { kind: 'breakpoints', maxBreakpoints: 4, ttls: ['5m', '1h'], lookbackPositions: 20 } as const
  return {
    provider: 'anthropic',
    thinking: true,
    images: true,
    ...facts,
    caching: minTokens === undefined ? caching : { ...caching, minTokens },
  }
}

/** Cache prices are fixed multiples of the input price: writes 1.25 and 2, reads by model. */
function prices(input: number, output: number, readFactor = 0.1): Prices {
  return {
    input,
    output,
    cacheRead: times(input, readFactor),
    cacheWrite5m: times(input, 1.25),
    cacheWrite1h: times(input, 2),
  }
}

const million = { contextTokens: 1_000_000, maxOutputTokens: 128_000 } as const
const fable = { ...million, minTokens: 512, keepsThinking: true } as const
/** Preserved thinking: it stays in the prompt, and is checked against what came before it. */
const preserved = { keepsThinking: true, bindsThinking: true } as const
const haikuCliff = { promptTokens: 100_000, prices: prices(0.5, 2.5) }

/** Claude models. The smallest cacheable prefix of Sonnet 5.5 and Haiku 5.5 is not documented. */
export const anthropicModels: readonly ModelInfo[] = [
  // What these two charge for cached tokens is not documented.
  claude({ id: 'claude-fable-5-2', ...fable, ...preserved, prices: { input: 8, output: 40 } }),
  claude({ id: 'claude-mythos-5-2', ...fable, ...preserved, prices: { input: 8, output: 40 } }),
  claude({
    id: 'claude-fable-5-1',
    ...fable,
    ...preserved,
    prices: prices(10, 50, 0.025),
    midConversationSystem: true,
  }),
  claude({
    id: 'claude-mythos-5-1',
    ...fable,
    ...preserved,
    prices: prices(10, 50, 0.025),
    midConversationSystem: true,
  }),
  claude({ id: 'claude-fable-5', ...fable, prices: prices(10, 50) }),
  claude({ id: 'claude-mythos-5', ...fable, prices: prices(10, 50) }),
  claude({ id: 'claude-opus-5-5', ...million, ...preserved, prices: prices(4, 20, 0.05), minTokens: 512 }),
  claude({
    id: 'claude-opus-5',
    ...million,
    prices: prices(5, 25),
    minTokens: 512,
    keepsThinking: true,
    midConversationSystem: true,
  }),
  claude({
    id: 'claude-opus-4-8',
    ...million,
    prices: prices(5, 25),
    minTokens: 1024,
    keepsThinking: true,
    midConversationSystem: true,
  }),
  claude({ id: 'claude-opus-4-7', ...million, prices: prices(5, 25), minTokens: 2048, keepsThinking: true }),
  claude({ id: 'claude-opus-4-6', ...million, prices: prices(5, 25), minTokens: 4096, keepsThinking: true }),
  claude({
    id: 'claude-opus-4-5',
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    prices: prices(5, 25),
    minTokens: 4096,
    keepsThinking: true,
  }),
  claude({
    id: 'claude-opus-4-1',
    contextTokens: 200_000,
    maxOutputTokens: 32_000,
    prices: prices(15, 75),
    minTokens: 1024,
    deprecated: true,
  }),
  claude({
    id: 'claude-opus-4',
    contextTokens: 200_000,
    maxOutputTokens: 32_000,
    prices: prices(15, 75),
    minTokens: 1024,
    deprecated: true,
  }),
  claude({ id: 'claude-sonnet-5-5', ...million, ...preserved, prices: prices(2, 10, 0.05) }),
  claude({ id: 'claude-sonnet-5', ...million, prices: prices(2, 10), minTokens: 1024, keepsThinking: true }),
  claude({ id: 'claude-sonnet-4-6', ...million, prices: prices(3, 15), minTokens: 1024, keepsThinking: true }),
  claude({
    id: 'claude-sonnet-4-5',
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    prices: prices(3, 15),
    minTokens: 1024,
  }),
  claude({
    id: 'claude-sonnet-4',
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    prices: prices(3, 15),
    minTokens: 1024,
    deprecated: true,
  }),
  claude({
    id: 'claude-haiku-5-5',
    ...million,
    ...preserved,
    prices: { ...prices(0.1, 0.5), above: haikuCliff },
  }),
  claude({
    id: 'claude-haiku-4-5',
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    prices: prices(1, 5),
    minTokens: 4096,
  }),
  claude({
    id: 'claude-3-7-sonnet',
    contextTokens: 200_000,
    maxOutputTokens: 64_000,
    prices: prices(3, 15),
    minTokens: 1024,
    deprecated: true,
  }),
  claude({
    id: 'claude-3-5-haiku',
    contextTokens: 200_000,
    maxOutputTokens: 8192,
    prices: prices(0.8, 4),
    minTokens: 2048,
    thinking: false,
    deprecated: true,
  }),
]
