import type { ReportedCall, ReportedReplay } from '../reported/reported-replay.ts'
import type { Label } from './chart.ts'
import { callTicks } from './nice-ticks.ts'
import { beforeCallX, callX } from './plot-shapes.ts'
import { thinOut } from './thin-out.ts'

/** More marks than this would be a fence. */
const mostPins = 40

/** The calls of a session that are drawn: its peaks and dips, both sides of every compaction, and the last one of the usual way. */
export function drawnCalls(replay: ReportedReplay, buckets: number): readonly ReportedCall[] {
  const { calls, compactions, totals } = replay
  const sides = compactions.length > buckets ? [] : compactions.flatMap(({ beforeCall: n }) => [n - 2, n - 1])
  const tokens = calls.map(({ promptTokens }) => promptTokens)
  return thinOut(tokens, buckets, [...sides, totals.usual.calls - 1]).flatMap((i) => calls[i] ?? [])
}

/** Numbers of calls below a chart. */
export function callLabels({ calls }: ReportedReplay): readonly Label[] {
  return callTicks(calls.length, 5).map((n) => ({
    at: callX(n, calls.length),
    text: n.toLocaleString('en-US'),
  }))
}

/** Returns where compactions lie along the calls. */
export function compactionPlaces({ calls, compactions }: ReportedReplay): readonly number[] {
  return compactions.map(({ beforeCall }) => beforeCallX(beforeCall, calls.length))
}

export function compactionPins(replay: ReportedReplay): readonly number[] {
  return replay.compactions.length > mostPins ? [] : compactionPlaces(replay)
}
