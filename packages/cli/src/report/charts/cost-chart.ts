import { type ShownStrategy, shownStrategies, strategyWords } from '../../replay/strategy-words.ts'
import { html, noMarkup } from '../page/markup.ts'
import { dollarTick, reportedDollars, wholeAmount } from '../reported/amounts.ts'
import type { ReportedCall, ReportedReplay, RunningStrategy } from '../reported/reported-replay.ts'
import type { Chart, ChartKey, ChartReading, ChartView } from './chart.ts'
import { niceTicks } from './nice-ticks.ts'
import { callX, endPath, linePath } from './plot-shapes.ts'
import { callLabels, compactionPins, drawnCalls } from './session-points.ts'

const headroom = 1.06
/** Drawn in this order, so that our own line lies on top, and dashes on what they may fall together with. */
const running = ['unmanaged', 'none', 'system_and_3', 'usual', 'anchored'] as const satisfies readonly RunningStrategy[]
/** Below this share of the whole chart, lines are worth a closer look. */
const closeShare = 0.6

/** Charts the amount paid after each call, by strategy. Undefined if a price is unknown. */
export function costChart(replay: ReportedReplay, id: string, buckets: number): Chart | undefined {
  const points = drawnCalls(replay, buckets)
  if (points.some(({ spentUsd }) => spentUsd[replay.cacheStrategy] === null)) return undefined
  const shown = running.filter((strategy) => points.every(({ spentUsd }) => spentUsd[strategy] !== null))
  const told = shownStrategies.filter((strategy) => strategy === 'oracle' || shown.includes(strategy))
  return {
    id: `${id}-cost`,
    title: 'Cost over time',
    lead: lead(replay),
    label: `Line chart of the running cost by strategy over ${wholeAmount(replay.calls.length)} calls; totals are in the table after it.`,
    keys: [{ name: 'After call' }, ...told.map(keyOf)],
    readings: readings(replay, points, told),
    views: views(replay, points, shown),
    opensOn: 'last',
    below: callLabels(replay),
    unit: 'calls',
    pins: compactionPins(replay),
  }
}

function lead({ totals }: ReportedReplay): string {
  const { endsAtCall } = totals.usual
  const end =
    endsAtCall === null
      ? ''
      : ` With the usual cache alone it ends where the window refuses call ${wholeAmount(endsAtCall)}.`
  return `All that was paid so far, if the same conversation had been run in other ways.${end}`
}

function keyOf(strategy: ShownStrategy): ChartKey {
  return { name: strategyWords[strategy].name, swatch: strategy === 'anchored' ? 'ours' : strategy }
}

type Shown = readonly RunningStrategy[]

function readings({ calls, totals }: ReportedReplay, points: readonly ReportedCall[], told: readonly ShownStrategy[]) {
  const spent = ({ n, spentUsd }: ReportedCall, strategy: ShownStrategy) => {
    if (strategy === 'oracle') return `${reportedDollars(totals.strategies.oracle.costUsd)} in all`
    return isRefused(totals, strategy, n) ? 'ended' : reportedDollars(spentUsd[strategy])
  }
  return points.map(
    (call): ChartReading => ({
      x: callX(call.n, calls.length),
      values: [wholeAmount(call.n), ...told.map((strategy) => spent(call, strategy))],
    }),
  )
}

function isRefused({ usual }: ReportedReplay['totals'], strategy: RunningStrategy, n: number): boolean {
  return strategy === 'usual' && n > usual.calls
}

function views(replay: ReportedReplay, points: readonly ReportedCall[], shown: Shown): readonly ChartView[] {
  const most = (names: Shown) => Math.max(0, ...names.map((name) => points.at(-1)?.spentUsd[name] ?? 0)) * headroom
  const cached = shown.filter((name) => (name !== 'unmanaged' && name !== 'none') || name === replay.cacheStrategy)
  const whole = view(replay, points, { name: 'Whole', top: most(shown), shown })
  if (most(cached) === 0 || most(cached) > most(shown) * closeShare) return [whole]
  return [whole, view(replay, points, { name: 'Up close', top: most(cached), shown })]
}

interface Frame {
  readonly name: string
  /** Dollars at the upper edge. */
  readonly top: number
  readonly shown: Shown
}

function view(replay: ReportedReplay, points: readonly ReportedCall[], { name, top, shown }: Frame): ChartView {
  const height = top || 1
  const oracle = replay.totals.strategies.oracle.costUsd
  const placesOf = (strategy: RunningStrategy) =>
    points
      .filter(({ n }) => !isRefused(replay.totals, strategy, n))
      .map(({ n, spentUsd }) => ({ x: callX(n, replay.calls.length), y: (spentUsd[strategy] ?? 0) / height }))
  const classOf = (strategy: RunningStrategy) =>
    `${strategy === 'anchored' ? 'ours' : strategy}${strategy === replay.cacheStrategy ? ' chosen' : ''}`
  const last = replay.totals.usual.endsAtCall === null ? undefined : placesOf('usual').at(-1)
  const end = last === undefined ? noMarkup : html`<path class="end" d="${endPath(last)}"/>`
  return {
    name,
    ticks: niceTicks(height, 4).map((usd) => ({ at: usd / height, text: dollarTick(usd) })),
    levels:
      oracle === null || oracle > height
        ? []
        : [{ kind: 'oracle', at: oracle / height, text: `best possible in all ${reportedDollars(oracle)}` }],
    shapes: html`${shown.map((strategy) => html`<path class="line ${classOf(strategy)}" d="${linePath(placesOf(strategy))}"/>`)}${end}`,
  }
}
