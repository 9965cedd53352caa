import type { ModelInfo, Prices } from './model-info.ts'
import { times } from './times.ts'

/** Prompts over 272K cost twice the input and one and a half times the output price, cached tokens like input. */
function withCliff(prices: Prices): Prices {
  const { input, output, cacheRead, cacheWrite5m, cacheWrite1h } = prices
  const above: Prices = {
    input: times(input, 2),
    output: times(output, 1.5),
    ...(cacheRead !== undefined && { cacheRead: times(cacheRead, 2) }),
    ...(cacheWrite5m !== undefined && { cacheWrite5m: times(cacheWrite5m, 2) }),
    ...(cacheWrite1h !== undefined && { cacheWrite1h: times(cacheWrite1h, 2) }),
  }
  return { ...prices, above: { promptTokens: 272_000, prices: above } }
}

const provider = 'openai'
const million = { provider, contextTokens: 1_050_000, maxOutputTokens: 128_000, thinking: true, images: true } as const
const four = { provider, contextTokens: 400_000, maxOutputTokens: 128_000, thinking: true, images: true } as const
/** Up to GPT-5.5 a hit grows in steps of 128 tokens; since GPT-5.6 it ends where an earlier prompt ended. */
const stepped = { kind: 'automatic', minTokens: 1024, stepTokens: 128 } as const
const exact = { kind: 'automatic', minTokens: 1024, inMemory: false } as const

const gptSix: readonly ModelInfo[] = [
  {
    id: 'gpt-6.1-sol',
    ...million,
    prices: withCliff({ input: 2, output: 10, cacheRead: 0.1, cacheWrite5m: 2.5, cacheWrite1h: 5 }),
    caching: exact,
  },
  {
    id: 'gpt-6.1-terra',
    ...million,
    prices: withCliff({ input: 1, output: 5, cacheRead: 0.05, cacheWrite5m: 1.25, cacheWrite1h: 2.5 }),
    caching: exact,
  },
  {
    id: 'gpt-6-astra',
    ...million,
    prices: withCliff({ input: 10, output: 50, cacheRead: 1, cacheWrite5m: 12.5 }),
    caching: exact,
  },
  {
    id: 'gpt-6-sol',
    ...million,
    prices: withCliff({ input: 2, output: 10, cacheRead: 0.2, cacheWrite5m: 2.5 }),
    caching: exact,
  },
  {
    id: 'gpt-6-luna',
    ...million,
    prices: withCliff({ input: 0.1, output: 0.5, cacheRead: 0.01, cacheWrite5m: 0.125 }),
    caching: exact,
  },
]

const gptFive: readonly ModelInfo[] = [
  {
    id: 'gpt-5.6-sol',
    aliases: ['gpt-5.6'],
    ...million,
    prices: withCliff({ input: 5, output: 30, cacheRead: 0.5, cacheWrite5m: 6.25 }),
    caching: exact,
  },
  {
    id: 'gpt-5.6-terra',
    ...million,
    prices: withCliff({ input: 2, output: 12, cacheRead: 0.2, cacheWrite5m: 2.5 }),
    caching: exact,
  },
  {
    id: 'gpt-5.6-luna',
    ...million,
    prices: withCliff({ input: 0.2, output: 1.2, cacheRead: 0.02, cacheWrite5m: 0.25 }),
    caching: exact,
  },
  {
    id: 'gpt-5.5',
    ...million,
    prices: withCliff({ input: 5, output: 30, cacheRead: 0.5 }),
    caching: { ...stepped, inMemory: false },
  },
  { id: 'gpt-5.4', ...million, prices: withCliff({ input: 2.5, output: 15, cacheRead: 0.25 }), caching: stepped },
  { id: 'gpt-5.4-pro', ...million, prices: withCliff({ input: 30, output: 180 }) },
  { id: 'gpt-5.4-mini', ...four, prices: { input: 0.75, output: 4.5, cacheRead: 0.075 }, caching: stepped },
  { id: 'gpt-5.4-nano', ...four, prices: { input: 0.2, output: 1.25, cacheRead: 0.02 }, caching: stepped },
  { id: 'gpt-5.3-codex', ...four, prices: { input: 1.75, output: 14, cacheRead: 0.175 }, caching: stepped },
  {
    id: 'gpt-5.2',
    aliases: ['gpt-5.2-codex'],
    ...four,
    prices: { input: 1.75, output: 14, cacheRead: 0.175 },
    caching: stepped,
  },
  {
    id: 'gpt-5.1',
    aliases: ['gpt-5.1-codex', 'gpt-5.1-codex-max'],
    ...four,
    prices: { input: 1.25, output: 10, cacheRead: 0.125 },
    caching: stepped,
  },
  { id: 'gpt-5.1-codex-mini', ...four, prices: { input: 0.25, output: 2, cacheRead: 0.025 }, caching: stepped },
  {
    id: 'gpt-5',
    aliases: ['gpt-5-codex'],
    ...four,
    prices: { input: 1.25, output: 10, cacheRead: 0.125 },
    caching: stepped,
  },
  { id: 'gpt-5-mini', ...four, prices: { input: 0.25, output: 2, cacheRead: 0.025 }, caching: stepped },
  { id: 'gpt-5-nano', ...four, prices: { input: 0.05, output: 0.4, cacheRead: 0.005 }, caching: stepped },
]

const long = { provider, contextTokens: 1_047_576, maxOutputTokens: 32_768, thinking: false, images: true } as const
const omni = { provider, contextTokens: 128_000, maxOutputTokens: 16_384, thinking: false, images: true } as const
const reasoner = { provider, contextTokens: 200_000, maxOutputTokens: 100_000, thinking: true } as const
const open = { provider, contextTokens: 131_072, maxOutputTokens: 32_768, thinking: true, images: false } as const

const earlier: readonly ModelInfo[] = [
  { id: 'gpt-4.1', ...long, prices: { input: 2, output: 8, cacheRead: 0.5 }, caching: stepped },
  { id: 'gpt-4.1-mini', ...long, prices: { input: 0.4, output: 1.6, cacheRead: 0.1 }, caching: stepped },
  { id: 'gpt-4.1-nano', ...long, prices: { input: 0.1, output: 0.4, cacheRead: 0.025 }, caching: stepped },
  { id: 'gpt-4o', ...omni, prices: { input: 2.5, output: 10, cacheRead: 1.25 }, caching: stepped },
  // The first snapshot costs more than those after it; without its own entry it would be found as gpt-4o.
  { id: 'gpt-4o-2024-05-13', provider, contextTokens: 128_000, thinking: false, images: true },
  { id: 'gpt-4o-mini', ...omni, prices: { input: 0.15, output: 0.6, cacheRead: 0.075 }, caching: stepped },
  { id: 'o3', ...reasoner, images: true, prices: { input: 2, output: 8, cacheRead: 0.5 }, caching: stepped },
  { id: 'o3-mini', ...reasoner, images: false, prices: { input: 1.1, output: 4.4, cacheRead: 0.55 }, caching: stepped },
  { id: 'o4-mini', ...reasoner, images: true, prices: { input: 1.1, output: 4.4, cacheRead: 0.275 }, caching: stepped },
  { id: 'gpt-oss-120b', ...open },
  { id: 'gpt-oss-20b', ...open },
]

/** OpenAI models. Open weights carry no price: their host sets it. */
export const openai: readonly ModelInfo[] = [...gptSix, ...gptFive, ...earlier]
