import type { Replayed } from '../compose.ts'

type Strategies = Replayed['totals']['strategies']
type Name = keyof Strategies

/** Sums what each strategy paid for all files. Those without a price are left out so as not to spoil the sum. */
export function sumStrategies(results: readonly Replayed[]): Strategies {
  const billed = (name: 'none' | 'system_and_3' | 'anchored') => {
    const each = results.map(({ totals }) => totals.strategies[name])
    return {
      ...strategySum(results, name),
      hourPremiumUsd: sumKnown(each.map(({ hourPremiumUsd }) => hourPremiumUsd)),
      bridgedPauses: each.reduce((sum, { bridgedPauses }) => sum + bridgedPauses, 0),
      keepAliveUsd: sumKnown(each.map(({ keepAliveUsd }) => keepAliveUsd)),
    }
  }
  return {
    usual: strategySum(results, 'usual'),
    unmanaged: strategySum(results, 'unmanaged'),
    none: billed('none'),
    system_and_3: billed('system_and_3'),
    anchored: billed('anchored'),
    oracle: strategySum(results, 'oracle'),
  }
}

function strategySum(results: readonly Replayed[], name: Name): Strategies['usual'] {
  const each = results.map(({ totals }) => {
    const { promptTokens } = name === 'usual' ? totals.usual : totals
    return { ...totals.strategies[name], promptTokens }
  })
  const promptTokens = each.reduce((sum, one) => sum + one.promptTokens, 0)
  const readTokens = each.reduce((sum, one) => sum + one.promptTokens * one.hitRate, 0)
  return {
    costUsd: sumKnown(each.map(({ costUsd }) => costUsd)),
    hitRate: promptTokens === 0 ? 0 : readTokens / promptTokens,
  }
}

/** Unknown only where all are. */
function sumKnown(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 ? null : known.reduce((sum, amount) => sum + amount, 0)
}
