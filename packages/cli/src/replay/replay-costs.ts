import type { Replayed } from '../compose.ts'
import { dollars, percent } from '../terminal/amounts.ts'
import type { Colours } from '../terminal/colours.ts'
import { fitColumns } from '../terminal/width.ts'
import { wrapLines } from '../terminal/wrap-lines.ts'
import { dearerWords } from './dearer-words.ts'
import { strategyWords } from './strategy-words.ts'
import { sumStrategies } from './sum-strategies.ts'
import { uncachedWords, usualWords } from './usual-words.ts'

export interface CostOptions {
  readonly columns: number
  readonly colours: Colours
}

/** Compares our cost with what people pay without us. */
export function verdictLines(results: readonly Replayed[], { columns, colours }: CostOptions): readonly string[] {
  const spelling = { dollars, percent }
  const verdict = rowsOf(usualWords(results, spelling), columns)
  if (verdict.length === 0) return []
  return ['', ...verdict.map(colours.bold), ...rowsOf(uncachedWords(results, spelling), columns)]
}

/** Returns the cost of conversations by strategy, and why ours is not always cheaper. */
export function costLines(results: readonly Replayed[], { columns, colours }: CostOptions): readonly string[] {
  const strategies = sumStrategies(results)
  const dearer = rowsOf(dearerWords(strategies.anchored, strategies.system_and_3, dollars), columns)
  return [...table(results, strategies, colours), ...(dearer.length === 0 ? [] : ['', ...dearer])]
}

function rowsOf(text: string, columns: number): readonly string[] {
  return text === '' ? [] : wrapLines(text, columns).split('\n')
}

/** Returns the name of a strategy. The best possible sends no keep-alives, so one that does may pay less. */
export function strategyName(strategy: keyof typeof strategyWords, results: readonly Replayed[]): string {
  const hasPings = results.some(({ totals }) => totals.keepAliveUsd !== 0)
  return strategy === 'oracle' && hasPings ? 'best without keep-alives' : strategyWords[strategy].name.toLowerCase()
}

export const strategyNames = Object.keys(strategyWords) as readonly (keyof typeof strategyWords)[]

/** The way that was chosen is marked. Where the usual one ended early its bill is no measure for whole ones. */
function table(
  results: readonly Replayed[],
  strategies: Replayed['totals']['strategies'],
  colours: Colours,
): readonly string[] {
  const end = endWords(results)
  const head = `${fitColumns('', 24)}${right('cost', 10)}${end === undefined ? right('of usual') : ''}${right('from cache')}`
  const rows = strategyNames.map((strategy) => {
    const name = strategyName(strategy, results)
    const { costUsd, hitRate } = strategies[strategy]
    const share = end === undefined ? right(shareOf(costUsd, strategies.usual.costUsd)) : ''
    const line = `${fitColumns(name, 24)}${right(dollars(costUsd), 10)}${share}${right(hitRate === 0 ? '–' : percent(hitRate))}`
    if (strategy === 'usual' && end !== undefined) return `${line}  ${end}`
    return strategy === results[0]?.cacheStrategy ? colours.green(`${line}  ◂`) : line
  })
  return [colours.dim(head), ...rows]
}

/** Says how far the usual strategy got, if it did not reach the end. */
function endWords(results: readonly Replayed[]): string | undefined {
  const at = results.map(({ totals }) => totals.usual.endsAtCall).find((call) => call !== null)
  if (at === undefined || at === null) return undefined
  return results.length === 1 ? `until call ${at.toLocaleString('en-US')}` : 'until each ended'
}

function shareOf(part: number | null, whole: number | null): string {
  return part === null || whole === null || whole === 0 ? '–' : percent(part / whole)
}

function right(text: string, columns = 12): string {
  return text.padStart(columns)
}
