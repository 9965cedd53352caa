import type { ModelInfo } from './model-info.ts'

const provider = 'meta'
const spark = {
  provider,
  thinking: true,
  images: true,
  prices: { input: 1.25, output: 4.25, cacheRead: 0.15 },
} as const
const llama3 = { provider, contextTokens: 128_000, thinking: false, images: false } as const

/** Muse and Llama models. Llama carries no price: its host sets it. */
export const meta: readonly ModelInfo[] = [
  { id: 'muse-spark-1.3', ...spark, contextTokens: 1_048_576, maxOutputTokens: 131_072 },
  { id: 'muse-spark-1.1', ...spark, contextTokens: 1_000_000, maxOutputTokens: 32_000 },
  {
    id: 'llama-4-maverick',
    aliases: ['llama-4-maverick-17b', 'llama-4-maverick-17b-128e'],
    provider,
    contextTokens: 1_000_000,
    thinking: false,
    images: true,
  },
  {
    id: 'llama-4-scout',
    aliases: ['llama-4-scout-17b', 'llama-4-scout-17b-16e'],
    provider,
    contextTokens: 3_500_000,
    thinking: false,
    images: true,
  },
  { id: 'llama-3.3-70b', aliases: ['llama-3.3-70b-versatile'], ...llama3 },
  { id: 'llama-3.1-405b', ...llama3 },
  { id: 'llama-3.1-70b', ...llama3 },
  { id: 'llama-3.1-8b', ...llama3 },
]
