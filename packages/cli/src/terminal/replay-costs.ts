import type { Replayed } from '../compose.ts'
import { strategyWords } from '../plain-words.ts'
import type { Colours } from './colours.ts'
import { fit } from './width.ts'

type Totals = Pick<Replayed['totals'], 'strategies' | 'keepAliveUsd'>

/** The best possible sends no keep-alives, so whoever does may pay less. */
const bestUnkept = 'best without keep-alives'

/** What the same conversation costs in each way; the one that was chosen is marked. */
export function costLines({ strategies, keepAliveUsd }: Totals, chosen: string, colours: Colours): readonly string[] {
  const whole = strategies.unmanaged.costUsd
  const head = `${fit('', 24)}${right('cost', 10)}${right('share', 10)}${right('from cache')}`
  const names = Object.keys(strategyWords) as readonly (keyof typeof strategyWords)[]
  const rows = names.map((strategy) => {
    const name = strategy === 'oracle' && keepAliveUsd !== 0 ? bestUnkept : strategyWords[strategy].name.toLowerCase()
    const { costUsd, hitRate } = strategies[strategy]
    const share = costUsd === null || whole === null || whole === 0 ? '–' : percent(costUsd / whole)
    const hits = hitRate === 0 ? '–' : percent(hitRate)
    const line = `${fit(name, 24)}${right(dollars(costUsd), 10)}${right(share, 10)}${right(hits)}`
    return strategy === chosen ? colours.green(`${line}  ◂`) : line
  })
  return [colours.dim(head), ...rows]
}

/** A price for people; one that nobody knows is said to be so. */
export function dollars(amount: number | null): string {
  if (amount === null) return 'unknown'
  return `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`
}

export function percent(share: number): string {
  const value = share * 100
  return `${value > 0 && value < 10 ? value.toFixed(1) : value.toFixed(0)} %`
}

function right(text: string, columns = 12): string {
  return text.padStart(columns)
}
