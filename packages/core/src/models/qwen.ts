import type { ModelInfo } from './model-info.ts'

const provider = 'qwen'

/** Qwen models. Prices are Alibaba's own; where only resellers' prices were found, or they disagree, there is none. */
export const qwen: readonly ModelInfo[] = [
  {
    id: 'qwen3.8-max',
    provider,
    contextTokens: 1_000_000,
    maxOutputTokens: 131_072,
    thinking: true,
    images: true,
  },
  { id: 'qwen3.7-max', provider, contextTokens: 1_000_000, maxOutputTokens: 131_072, thinking: true, images: false },
  {
    id: 'qwen3.7-plus',
    provider,
    contextTokens: 1_000_000,
    maxOutputTokens: 65_536,
    prices: {
      input: 0.4,
      output: 1.6,
      cacheRead: 0.08,
      above: { promptTokens: 256_000, prices: { input: 1.2, output: 4.8, cacheRead: 0.24 } },
    },
    thinking: true,
    images: true,
  },
  {
    id: 'qwen3.6-plus',
    provider,
    contextTokens: 1_000_000,
    maxOutputTokens: 65_536,
    prices: { input: 0.5, output: 3, above: { promptTokens: 256_000, prices: { input: 2, output: 6 } } },
    thinking: true,
    images: true,
  },
  {
    id: 'qwen3-max',
    provider,
    contextTokens: 262_144,
    maxOutputTokens: 65_536,
    prices: {
      input: 1.2,
      output: 6,
      cacheRead: 0.24,
      above: {
        promptTokens: 32_000,
        prices: {
          input: 2.4,
          output: 12,
          cacheRead: 0.48,
          above: { promptTokens: 128_000, prices: { input: 3, output: 15, cacheRead: 0.6 } },
        },
      },
    },
    images: false,
  },
  { id: 'qwen3-coder-plus', provider, contextTokens: 1_000_000, maxOutputTokens: 65_536, images: false },
  { id: 'qwen3-coder-next', provider, contextTokens: 262_144, maxOutputTokens: 65_536, images: false },
  {
    id: 'qwen3-coder-480b-a35b',
    aliases: ['qwen3-coder'],
    provider,
    contextTokens: 262_144,
    maxOutputTokens: 65_536,
    images: false,
  },
  { id: 'qwen3.5-397b-a17b', provider, contextTokens: 262_144, maxOutputTokens: 65_536, thinking: true, images: true },
  { id: 'qwen3-235b-a22b', provider, contextTokens: 131_072, maxOutputTokens: 16_384, images: false },
  { id: 'qwen3-32b', provider, contextTokens: 131_072, maxOutputTokens: 16_384, thinking: true, images: false },
]
