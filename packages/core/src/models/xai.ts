import type { ModelInfo, Prices } from './model-info.ts'

const grok = { provider: 'xai', thinking: true, images: true, caching: { kind: 'automatic' } } as const

/** Past the cliff every Grok price doubles, but for cached tokens where the price list says otherwise. */
function withCliff(prices: Prices, promptTokens: number, cacheRead?: number): Prices {
  const above = { input: prices.input * 2, output: prices.output * 2 }
  return { ...prices, above: { promptTokens, prices: cacheRead === undefined ? above : { ...above, cacheRead } } }
}

const frontier = withCliff({ input: 2, output: 6, cacheRead: 0.5 }, 200_000, 1)
const wide = withCliff({ input: 1.25, output: 2.5, cacheRead: 0.2 }, 200_000, 0.4)

/** Grok models. Sources disagree on the price of Grok 4.5's cached tokens, so it is absent. */
export const xai: readonly ModelInfo[] = [
  { id: 'grok-4.7', ...grok, contextTokens: 500_000, prices: frontier },
  { id: 'grok-4.6', ...grok, contextTokens: 500_000, prices: frontier },
  { id: 'grok-4.5', ...grok, contextTokens: 500_000, prices: withCliff({ input: 2, output: 6 }, 200_000) },
  { id: 'grok-4.3', ...grok, contextTokens: 1_000_000, prices: wide },
  {
    id: 'grok-4.20',
    aliases: ['grok-4.20-0309-reasoning', 'grok-4.20-0309-non-reasoning'],
    ...grok,
    contextTokens: 2_000_000,
    prices: wide,
  },
  { id: 'grok-4-1-fast', aliases: ['grok-4-1-fast-non-reasoning'], ...grok, contextTokens: 2_000_000 },
  {
    id: 'grok-4-fast',
    aliases: ['grok-4-fast-reasoning', 'grok-4-fast-non-reasoning'],
    ...grok,
    contextTokens: 2_000_000,
    prices: withCliff({ input: 0.2, output: 0.5, cacheRead: 0.05 }, 128_000, 0.05),
  },
  {
    id: 'grok-4',
    ...grok,
    contextTokens: 256_000,
    prices: withCliff({ input: 3, output: 15, cacheRead: 0.75 }, 128_000, 0.75),
  },
  {
    id: 'grok-build-0.1',
    ...grok,
    contextTokens: 256_000,
    prices: withCliff({ input: 1, output: 2, cacheRead: 0.2 }, 200_000, 0.4),
  },
  {
    id: 'grok-code-fast-1',
    ...grok,
    images: false,
    contextTokens: 256_000,
    prices: { input: 0.2, output: 1.5, cacheRead: 0.02 },
  },
]
