import { html } from '../page/markup.ts'
import { reportedPercent, wholeAmount } from '../reported/amounts.ts'
import type { ReportedReplay } from '../reported/reported-replay.ts'
import type { Chart, ChartReading } from './chart.ts'
import { type Bar, barsPath } from './plot-shapes.ts'
import { callLabels, compactionPins } from './session-points.ts'
import { type BucketRange, bucketsOf } from './thin-out.ts'

/** Narrower bars would be indistinguishable on a phone. */
const mostBars = 150
/** Part of a bar's slot that is left free; where there are many bars, gaps would only flicker. */
const gap = 0.12
const manyBars = 50

interface Slot extends BucketRange {
  readonly read: number
  readonly written: number
  readonly plain: number
}

/** Which part of each prompt was read from the cache, written to it, or paid as plain text. */
export function hitsChart(replay: ReportedReplay, id: string, buckets: number): Chart {
  const slots = bucketsOf(replay.calls.length, Math.min(mostBars, buckets)).map((range) => slotOf(replay, range))
  const isGrouped = slots.length < replay.calls.length
  return {
    id: `${id}-hits`,
    title: 'Cache hits',
    lead: `Where the prompt of each call came from.${isGrouped ? ' Neighbouring calls share a bar.' : ''}`,
    label: `Stacked bars: ${reportedPercent(replay.totals.strategies[replay.cacheStrategy].hitRate)} of all prompt tokens were read from the cache.`,
    keys: [
      { name: isGrouped ? 'Calls' : 'Call' },
      { name: 'Read', swatch: 'read' },
      { name: 'Written', swatch: 'written' },
      { name: 'Plain', swatch: 'plain' },
      { name: 'Tokens' },
    ],
    readings: slots.map((slot) => reading(slot, replay.calls.length)),
    views: [
      {
        name: 'Whole',
        ticks: [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, text: reportedPercent(at) })),
        levels: [],
        shapes: html`<path class="bar read" d="${bars(slots, replay, 'read')}"/><path class="bar written" d="${bars(slots, replay, 'written')}" fill="url(#stripes)"/><path class="bar plain" d="${bars(slots, replay, 'plain')}"/>`,
      },
    ],
    opensOn: 'first',
    below: callLabels(replay),
    unit: 'calls',
    pins: compactionPins(replay),
  }
}

function slotOf({ calls }: ReportedReplay, { from, to }: BucketRange): Slot {
  const slot = { from, to, read: 0, written: 0, plain: 0 }
  for (const { cacheRead, cacheWrite, input } of calls.slice(from, to)) {
    slot.read += cacheRead
    slot.written += cacheWrite
    slot.plain += input
  }
  return slot
}

function total({ read, written, plain }: Slot): number {
  return Math.max(1, read + written + plain)
}

function reading(slot: Slot, calls: number): ChartReading {
  const { from, to, read, written, plain } = slot
  const shares = [read, written, plain].map((tokens) => reportedPercent(tokens / total(slot)))
  const name = to - from === 1 ? wholeAmount(to) : `${wholeAmount(from + 1)}–${wholeAmount(to)}`
  return { x: (from + to) / 2 / calls, values: [name, ...shares, wholeAmount(read + written + plain)] }
}

function bars(slots: readonly Slot[], { calls }: ReportedReplay, part: 'read' | 'written' | 'plain'): string {
  return barsPath(
    slots.map((slot): Bar => {
      const { from, to, read, written } = slot
      const below = { read: 0, written: read, plain: read + written }[part] / total(slot)
      const free = slots.length > manyBars ? 0 : ((to - from) * gap) / 2 / calls.length
      return {
        left: from / calls.length + free,
        right: to / calls.length - free,
        bottom: below,
        top: below + slot[part] / total(slot),
      }
    }),
  )
}
