import { type Cost, costUsd, createCatalogue, type ModelInfo } from '@palimpsest/core/models'
import type { BilledUsage } from '@palimpsest/core/tokens'

/** Prices the usage of a call as its model bills it. An unknown price is reported as such, never taken for 0. */
export type PriceCall = (model: string | undefined, usage: BilledUsage | undefined) => Cost

/** Prices calls by the catalogue; each model is looked up once. */
export function createPriceCall(): PriceCall {
  const { find } = createCatalogue()
  const known = new Map<string, ModelInfo | undefined>()
  return (model, usage) => {
    if (usage === undefined) return { kind: 'unknown', reason: 'no usage reported' }
    if (model === undefined) return { kind: 'unknown', reason: 'no model named' }
    if (!known.has(model)) known.set(model, find(model))
    const info = known.get(model)
    return info === undefined ? { kind: 'unknown', reason: `no prices known for ${model}` } : costUsd(usage, info)
  }
}
