import { deriveBudget } from '@palimpsest/core/budget'
import { createCatalogue } from '@palimpsest/core/models'
import { expect, test } from 'vitest'
import { compactionFor } from './compaction-for.ts'
import { loadConfig } from './config/load-config.ts'

function configWith(trigger: string) {
  const loaded = loadConfig({ text: `compression:\n  trigger: ${trigger}\n`, path: 'config.yaml', env: {} })
  if (loaded.kind !== 'loaded') throw new Error('refused')
  return loaded.config
}

function model(name: string) {
  const info = createCatalogue().find(name)
  return { name, contextTokens: info?.contextTokens ?? 200_000, maxTokens: 16_000, ...(info && { info }) }
}

const prompt = { fixedTokens: 5_000, summariser: { kind: 'other', price: 1 } } as const

test('by default compaction starts at the share that is set', () => {
  expect(compactionFor(configWith('fraction'), model('claude-sonnet-5'), prompt)).toEqual({
    enabled: true,
    threshold: 0.5,
    targetRatio: 0.2,
    protectLastN: 20,
    protectFirstN: 3,
  })
})

test('where it costs less to compress earlier, it is done earlier', () => {
  const large = model('claude-sonnet-5')
  const { threshold = 1 } = compactionFor(configWith('economic'), large, prompt)
  expect(threshold).toBeLessThan(0.5)
  expect(compactionFor(configWith('economic'), large, prompt).soonerWhenCold).toBe(true)
  const { thresholdTokens } = deriveBudget(large, { threshold })
  expect(thresholdTokens).toBeGreaterThan(50_000)
})

test('a small window, and one without prices, stay at their share', () => {
  const small = { ...model('claude-sonnet-5'), contextTokens: 64_000 }
  expect(compactionFor(configWith('economic'), small, prompt).threshold).toBeCloseTo(0.5, 3)
  expect(
    compactionFor(configWith('economic'), { name: 'x', contextTokens: 400_000, maxTokens: 100 }, prompt).threshold,
  ).toBeCloseTo(0.5, 3)
})
