import type { ModelInfo } from './model-info.ts'

const provider = 'deepseek'
const caching = { kind: 'automatic' } as const

/** DeepSeek models at off-peak prices; on weekdays from 01:00 to 04:00 and 06:00 to 10:00 UTC they double. */
export const deepseek: readonly ModelInfo[] = [
  {
    id: 'deepseek-v4.1-flash',
    // The retired V4 Flash names are answered by V4.1 Flash at its price.
    aliases: ['deepseek-flash', 'deepseek-v4-flash'],
    provider,
    contextTokens: 1_000_000,
    maxOutputTokens: 384_000,
    prices: { input: 0.15, output: 0.6, cacheRead: 0.003 },
    caching,
    thinking: true,
    images: true,
  },
  {
    id: 'deepseek-v4-pro',
    provider,
    contextTokens: 1_000_000,
    maxOutputTokens: 384_000,
    prices: { input: 0.66, output: 1.98, cacheRead: 0.022 },
    caching,
    thinking: true,
    images: false,
  },
  {
    id: 'deepseek-v3.2',
    provider,
    contextTokens: 131_072,
    prices: { input: 0.28, output: 0.42, cacheRead: 0.028 },
    caching,
    thinking: true,
    images: false,
    deprecated: true,
  },
  { id: 'deepseek-chat', provider, contextTokens: 131_072, caching, thinking: false, images: false, deprecated: true },
  {
    id: 'deepseek-reasoner',
    provider,
    contextTokens: 131_072,
    caching,
    thinking: true,
    images: false,
    deprecated: true,
  },
]
