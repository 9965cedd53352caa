/** Round numbers from 0 up to `most`, about as many as asked for. */
export function niceTicks(most: number, count: number): readonly number[] {
  if (!(most > 0)) return [0]
  const step = niceStep(most / count)
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)))
}

/** The next of 1, 2, 2.5, 5, 10 … that is not smaller. */
function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 2.5, 5, 10].find((nice) => nice * power >= rough * (1 - 1e-9)) ?? 10
  return factor * power
}

/** Calls to name below a chart: the first and round ones after it. */
export function callTicks(calls: number, count: number): readonly number[] {
  const step = Math.max(1, niceStep(calls / count))
  const ticks = niceTicks(calls, count).filter((tick) => tick >= 1 && Number.isInteger(tick))
  return [1, ...ticks.filter((tick) => tick > 1 && tick > step / 2)]
}
