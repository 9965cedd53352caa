import { strategyWords } from '../plain-words.ts'
import { dollars, dollarTick, whole } from './amounts.ts'
import type { Chart, ChartKey, ChartView, Reading } from './chart.ts'
import { html } from './markup.ts'
import { niceTicks } from './nice-ticks.ts'
import { callX, linePath } from './plot-shapes.ts'
import type { ReportedCall, ReportedReplay, RunningStrategy, strategies } from './reported-replay.ts'
import { callLabels, compactionPins, drawnCalls } from './session-points.ts'

const headroom = 1.06
/** Drawn in this order, so that our own line lies on top. */
const running = ['unmanaged', 'none', 'system_and_3', 'anchored'] as const satisfies readonly RunningStrategy[]
/** Below this share of the whole chart, lines are worth a closer look. */
const closeShare = 0.6

/** What had been paid after each call, by strategy. Undefined where a price is not known. */
export function costChart(replay: ReportedReplay, id: string, buckets: number): Chart | undefined {
  const points = drawnCalls(replay, buckets)
  if (points.some(({ spentUsd }) => spentUsd[replay.cacheStrategy] === null)) return undefined
  const shown = running.filter((strategy) => points.every(({ spentUsd }) => spentUsd[strategy] !== null))
  return {
    id: `${id}-cost`,
    title: 'Cost over time',
    lead: 'All that was paid so far, if the same conversation had been run in other ways.',
    label: `Line chart of the running cost by strategy over ${whole(replay.calls.length)} calls; totals are in the table after it.`,
    keys: [{ name: 'After call' }, ...shown.map(keyOf), keyOf('oracle')],
    readings: readings(replay, points, shown),
    views: views(replay, points, shown),
    opensOn: 'first',
    below: callLabels(replay),
    unit: 'calls',
    pins: compactionPins(replay),
  }
}

function keyOf(strategy: (typeof strategies)[number]): ChartKey {
  return { name: strategyWords[strategy].name, swatch: strategy === 'anchored' ? 'ours' : strategy }
}

type Shown = readonly RunningStrategy[]

function readings({ calls, totals }: ReportedReplay, points: readonly ReportedCall[], shown: Shown) {
  const oracle = dollars(totals.strategies.oracle.costUsd)
  return points.map(
    ({ n, spentUsd }): Reading => ({
      x: callX(n, calls.length),
      values: [whole(n), ...shown.map((strategy) => dollars(spentUsd[strategy])), `${oracle} in all`],
    }),
  )
}

function views(replay: ReportedReplay, points: readonly ReportedCall[], shown: Shown): readonly ChartView[] {
  const most = (names: Shown) => Math.max(0, ...names.map((name) => points.at(-1)?.spentUsd[name] ?? 0)) * headroom
  const cached = shown.filter((name) => name === 'system_and_3' || name === 'anchored' || name === replay.cacheStrategy)
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
  const line = (strategy: RunningStrategy) =>
    linePath(
      points.map(({ n, spentUsd }) => ({ x: callX(n, replay.calls.length), y: (spentUsd[strategy] ?? 0) / height })),
    )
  const classOf = (strategy: RunningStrategy) =>
    `${strategy === 'anchored' ? 'ours' : strategy}${strategy === replay.cacheStrategy ? ' chosen' : ''}`
  return {
    name,
    ticks: niceTicks(height, 4).map((usd) => ({ at: usd / height, text: dollarTick(usd) })),
    levels:
      oracle === null || oracle > height
        ? []
        : [{ kind: 'oracle', at: oracle / height, text: `best possible in all ${dollars(oracle)}` }],
    shapes: html`${shown.map((strategy) => html`<path class="line ${classOf(strategy)}" d="${line(strategy)}"/>`)}`,
  }
}
