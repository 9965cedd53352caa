import type { ModelInfo } from './model-info.ts'

const provider = 'mistral'

/** Mistral models. Large 4 is between a preview and a list price, so it has none. */
export const mistral: readonly ModelInfo[] = [
  { id: 'mistral-large-4', provider, contextTokens: 524_288, maxOutputTokens: 262_144, thinking: true, images: true },
  {
    id: 'mistral-large-2512',
    provider,
    contextTokens: 262_144,
    prices: { input: 0.5, output: 1.5 },
    thinking: false,
    images: true,
  },
  {
    id: 'mistral-medium-3.5',
    aliases: ['mistral-medium-2604'],
    provider,
    contextTokens: 262_144,
    prices: { input: 1.5, output: 7.5 },
    thinking: true,
    images: true,
  },
  {
    id: 'mistral-small-2603',
    provider,
    contextTokens: 256_000,
    prices: { input: 0.15, output: 0.6, cacheRead: 0.015 },
    thinking: true,
    images: true,
  },
  {
    id: 'codestral-2508',
    provider,
    contextTokens: 128_000,
    prices: { input: 0.3, output: 0.9, cacheRead: 0.03 },
    thinking: false,
    images: false,
  },
  {
    id: 'devstral-2512',
    provider,
    contextTokens: 262_144,
    prices: { input: 0.4, output: 2 },
    thinking: false,
    images: false,
    deprecated: true,
  },
]
