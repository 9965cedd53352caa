import type { Replayed } from '../compose.ts'
import type { Colours } from './colours.ts'
import { fit } from './width.ts'

type Totals = Pick<Replayed['totals'], 'strategies' | 'keepAliveUsd'>

/** The ways to pay, dearest first, in words for people. */
const ways: readonly { readonly strategy: keyof Totals['strategies']; readonly name: string }[] = [
  { strategy: 'unmanaged', name: 'unmanaged' },
  { strategy: 'none', name: 'compaction, no cache' },
  { strategy: 'system_and_3', name: 'system_and_3' },
  { strategy: 'anchored', name: 'anchored' },
  { strategy: 'oracle', name: 'best possible' },
]

/** The best possible sends no keep-alives, so whoever does may pay less. */
const bestUnkept = 'best without keep-alives'

/** What the same conversation costs in each way; the one that was chosen is marked. */
export function costLines({ strategies, keepAliveUsd }: Totals, chosen: string, colours: Colours): readonly string[] {
  const whole = strategies.unmanaged.costUsd
  const head = `${fit('', 24)}${right('cost')}${right('of unmanaged')}${right('from cache')}`
  const rows = ways.map(({ strategy, name: usual }) => {
    const name = strategy === 'oracle' && keepAliveUsd !== 0 ? bestUnkept : usual
    const { costUsd, hitRate } = strategies[strategy]
    const share = costUsd === null || whole === null || whole === 0 ? '–' : percent(costUsd / whole)
    const hits = hitRate === 0 ? '–' : percent(hitRate)
    const line = `${fit(name, 24)}${right(dollars(costUsd))}${right(share)}${right(hits)}`
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

function right(text: string): string {
  return text.padStart(14)
}
