/** Charts are drawn on this canvas and stretched sideways to the width of the screen; its height is in pixels. */
export const canvas = { width: 1_000, height: 240 } as const

/** A place on a chart: both shares of its size, from the left and from the bottom. */
export interface PlotPoint {
  readonly x: number
  readonly y: number
}

function at({ x, y }: PlotPoint): string {
  return `${fixed(x * canvas.width)} ${fixed((1 - y) * canvas.height)}`
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Half the width of the dash that represents a place without neighbours. */
const alone = 0.02

/** A line through places; one place alone becomes a dash. */
export function linePath(places: readonly PlotPoint[]): string {
  const [first, ...rest] = places
  if (first === undefined) return ''
  if (rest.length === 0) return `M${at({ ...first, x: first.x - alone })}L${at({ ...first, x: first.x + alone })}`
  return `M${at(first)}${rest.map((place) => `L${at(place)}`).join('')}`
}

/** The extent, up and down, of the mark where a line breaks off. */
const endReach = 0.035

/** Marks where a line breaks off. */
export function endPath({ x, y }: PlotPoint): string {
  return `M${at({ x, y: y + endReach })}L${at({ x, y: y - endReach })}`
}

/** The area between a line and the bottom. */
export function areaPath(places: readonly PlotPoint[]): string {
  const first = places[0]
  const last = places.at(-1)
  if (first === undefined || last === undefined || places.length < 2) return ''
  return `${linePath(places)}L${at({ x: last.x, y: 0 })}L${at({ x: first.x, y: 0 })}Z`
}

export interface Bar {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top: number
}

/** Many bars as one shape, so that a long session stays light. */
export function barsPath(bars: readonly Bar[]): string {
  return bars
    .filter(({ top, bottom }) => top > bottom)
    .map(({ left, right, bottom, top }) => {
      const height = fixed((top - bottom) * canvas.height)
      return `M${at({ x: left, y: top })}H${fixed(right * canvas.width)}v${height}H${fixed(left * canvas.width)}Z`
    })
    .join('')
}

/** The middle of a call's slot, so that lines and bars of the same call are aligned. */
export function callX(n: number, calls: number): number {
  return calls === 0 ? 0 : (n - 0.5) / calls
}

/** Just before a call. */
export function beforeCallX(n: number, calls: number): number {
  return calls === 0 ? 0 : Math.min(1, Math.max(0, (n - 1) / calls))
}
