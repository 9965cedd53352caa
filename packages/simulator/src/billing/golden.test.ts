import { expect, test } from 'vitest'
import { emptyCache } from './cache-state.ts'
import { bill } from './call-bill.ts'
import golden from './fixtures/golden-cache.json' with { type: 'json' }
import { extendAll, type PromptBlock, startPrefix } from './prefix.ts'
import { promptCost } from './prompt-cost.ts'
import { anthropicBilling, type BilledTtl } from './rules.ts'

interface Vector {
  readonly name: string
  readonly min_tokens: number
  readonly read: number
  readonly opts: { readonly pos_mode?: string }
  readonly requests: readonly {
    readonly t: number
    readonly blocks: readonly (readonly [string, PromptBlock['kind'], number])[]
    readonly breakpoints: readonly (readonly [number, BilledTtl])[]
    readonly expect: Readonly<Record<'read' | 'w5' | 'w1h' | 'plain' | 'cost', number>>
  }[]
}

const vectors = golden as unknown as readonly Vector[]

test.each(vectors.map((vector) => [vector.name, vector] as const))('bills by hand-checked vector: %s', (_, vector) => {
  const positions = vector.opts.pos_mode === 'raw' ? 'raw' : 'collapsed'
  const rules = { ...anthropicBilling, minTokens: vector.min_tokens, positions } as const
  let cache = emptyCache
  for (const { t, blocks, breakpoints, expect: expected } of vector.requests) {
    const grown = extendAll(
      startPrefix('claude'),
      blocks.map(([key, kind, tokens]) => ({ key, kind, tokens })),
    )
    const at = (i: number) => grown[i] ?? startPrefix('nowhere')
    const request = {
      prompt: at(blocks.length - 1),
      breakpoints: breakpoints.map(([i, ttl]) => ({ at: at(i), ttl })),
      startMs: t * 1000,
    }
    const { usage, cache: after } = bill(cache, request, rules)
    cache = after
    const { read, w5, w1h, plain, cost } = expected
    expect(usage).toEqual({ read, write5m: w5, write1h: w1h, plain })
    expect(promptCost(usage, { read: vector.read, write5m: 1.25, write1h: 2 })).toBeCloseTo(cost, 6)
  }
})

test('there are eleven vectors', () => {
  expect(vectors).toHaveLength(11)
})
