import { html, type Markup } from '../page/markup.ts'
import { short, wholeAmount } from '../reported/amounts.ts'
import type { ReportedCall, ReportedReplay } from '../reported/reported-replay.ts'
import type { Chart, ChartReading, ChartView, Level } from './chart.ts'
import { niceTicks } from './nice-ticks.ts'
import { areaPath, callX, canvas, linePath } from './plot-shapes.ts'
import { callLabels, compactionPins, compactionPlaces, drawnCalls } from './session-points.ts'

/** A window much higher than what was used would press the session flat, so the close view leaves it out. */
const closeEnough = 2.2
const headroom = 1.08

/** Charts each prompt's size against the window and the threshold, and where room was made. */
export function contextChart(replay: ReportedReplay, id: string, buckets: number): Chart {
  const points = drawnCalls(replay, buckets)
  const pins = compactionPins(replay)
  return {
    id: `${id}-context`,
    title: 'Context over time',
    lead: `Tokens in the prompt of each call; uncompacted, every call would hold the whole history${refusal(replay)}. ${pins.length > 0 ? 'Triangles' : 'Thin lines'} mark compactions, which make it smaller from the threshold on.`,
    label: describe(replay),
    keys: [
      { name: 'Call' },
      { name: 'Prompt tokens', swatch: 'ours' },
      { name: 'Uncompacted', swatch: 'usual' },
      { name: 'What happened' },
    ],
    readings: readings(replay, points, id),
    views: views(replay, points),
    opensOn: 'last',
    below: callLabels(replay),
    unit: 'calls',
    pins,
  }
}

function refusal({ totals }: ReportedReplay): string {
  const { endsAtCall } = totals.usual
  return endsAtCall === null ? '' : `, and call ${wholeAmount(endsAtCall)} would be refused`
}

function describe({ calls, compactions, totals, contextLength }: ReportedReplay): string {
  const most = `the largest prompt has ${wholeAmount(totals.maxPromptTokens)} of ${wholeAmount(contextLength)} tokens`
  const times = compactions.length === 1 ? '1 compaction' : `${wholeAmount(compactions.length)} compactions`
  return `Line chart of prompt tokens over ${wholeAmount(calls.length)} calls with ${times}; ${most}.`
}

function readings({ calls, compactions }: ReportedReplay, points: readonly ReportedCall[], id: string) {
  const latest = new Map(compactions.map(({ beforeCall, tokens }, i) => [beforeCall, { i, tokens }]))
  return points.map(({ n, promptTokens, unmanagedTokens }): ChartReading => {
    const made = latest.get(n)
    const happened = made && `Compaction ${made.i + 1}: ${short(made.tokens.before)} → ${short(made.tokens.after)}`
    return {
      x: callX(n, calls.length),
      values: [wholeAmount(n), wholeAmount(promptTokens), wholeAmount(unmanagedTokens), happened ?? '–'],
      ...(made && { receipt: `${id}-receipt-${made.i + 1}` }),
    }
  })
}

function views(replay: ReportedReplay, points: readonly ReportedCall[]): readonly ChartView[] {
  const { contextLength, thresholdTokens, totals } = replay
  const used = Math.max(totals.maxPromptTokens, thresholdTokens, 1)
  const isWindowClose = contextLength <= used * closeEnough
  const close = Math.max(used, isWindowClose ? contextLength : 0) * headroom
  const whole = Math.max(contextLength, ...points.map(({ unmanagedTokens }) => unmanagedTokens)) * headroom
  const far = view(replay, points, { name: 'Whole', top: whole })
  return whole > close * 1.1 ? [far, view(replay, points, { name: 'Up close', top: close })] : [far]
}

interface Frame {
  readonly name: string
  /** Tokens at the upper edge. */
  readonly top: number
}

function view(replay: ReportedReplay, points: readonly ReportedCall[], { name, top }: Frame): ChartView {
  const { contextLength, thresholdTokens, calls } = replay
  const level = (kind: Level['kind'], tokens: number) => ({ kind, at: tokens / top, text: `${kind} ${short(tokens)}` })
  const isCut = contextLength > top
  const place = (tokens: number, n: number) => ({ x: callX(n, calls.length), y: tokens / top })
  return {
    name,
    ticks: niceTicks(top, 4).map((tokens) => ({ at: tokens / top, text: short(tokens) })),
    levels: [level('threshold', thresholdTokens), ...(isCut ? [] : [level('window', contextLength)])],
    shapes: shapes(
      replay,
      points.map(({ n, promptTokens }) => place(promptTokens, n)),
      points.map(({ n, unmanagedTokens }) => place(unmanagedTokens, n)),
    ),
    ...(isCut && { note: `window ${short(contextLength)}, above this edge` }),
  }
}

type Places = Parameters<typeof linePath>[0]

function shapes(replay: ReportedReplay, ours: Places, whole: Places): Markup {
  const marks = compactionPlaces(replay).map((x) => `M${Math.round(x * canvas.width * 10) / 10} 0V${canvas.height}`)
  return html`<path class="mark" d="${marks.join('')}"/><path class="area ours" d="${areaPath(ours)}"/><path class="line usual" d="${linePath(whole)}"/><path class="line ours" d="${linePath(ours)}"/>`
}
