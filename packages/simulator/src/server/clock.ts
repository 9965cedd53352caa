/** A simulator's clock: that of its host, put forward as often as somebody asks. It never runs back. */
export interface Clock {
  now(): number
  advance(ms: number): void
}

export function createClock(host: () => number): Clock {
  let aheadMs = 0
  return {
    now: () => host() + aheadMs,
    advance: (ms) => {
      if (!(ms > 0 && Number.isFinite(ms))) throw new RangeError(`a clock cannot be put forward by ${ms} ms`)
      aheadMs += ms
    },
  }
}

const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of a text such as `90s`, `6m` or `1h30m`; nothing where it is none, or no time at all. */
export function readDuration(text: string): number | undefined {
  if (!/^(\d+(ms|[smhd]))+$/.test(text)) return undefined
  const pieces = [...text.matchAll(/(?<!\d)(\d+)(ms|[smhd])/g)]
  const ms = pieces.reduce((total, [, count, unit = '']) => total + Number(count) * (unitsMs[unit] ?? 0), 0)
  return ms > 0 && Number.isSafeInteger(ms) ? ms : undefined
}
