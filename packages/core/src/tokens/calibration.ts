/** The correction to our estimates learned from one route (provider and model). Serialisable. */
export interface RouteRatio {
  /** Reported tokens for each estimated one. */
  readonly ratio: number
  /** Number of growths it was learned from; 0 means that it is a first guess. */
  readonly samples: number
}

/** A prompt of which we know both sides. */
export interface TokenReading {
  readonly route: string
  readonly reportedTokens: number
  readonly estimatedTokens: number
}

/** A session's knowledge: a ratio for each route it used, and its newest reading. */
export interface Calibration {
  readonly routes: Readonly<Record<string, RouteRatio>>
  readonly last?: TokenReading
}

/** No estimate is off by more than this, so a stranger reading is an accident and must not teach. */
const bounds = { least: 0.5, most: 2.5 }
/** Fewer new tokens than this say more about overhead than about text. */
const leastGrowthTokens = 500
/** Old readings fade: a new one counts at least for a fifth. */
const leastWeight = 0.2

/** Starts from what other sessions learned on the same routes, if anything. */
export function startCalibration(routes: Calibration['routes'] = {}): Calibration {
  return { routes }
}

/** Learns from a reply. Growth since the last reading teaches best: it is free of the overhead that never changes. */
export function calibrate(calibration: Calibration, reading: TokenReading): Calibration {
  const before = calibration.routes[reading.route]
  const after = learn(before, calibration.last, reading)
  const routes = after === undefined ? calibration.routes : { ...calibration.routes, [reading.route]: after }
  return { routes, last: reading }
}

/** Tokens that the provider would report for a prompt of this estimate: last reported + estimated growth. */
export function projectTokens(calibration: Calibration, route: string, estimatedTokens: number): number {
  const ratio = calibration.routes[route]?.ratio ?? 1
  const { last } = calibration
  if (last === undefined || last.route !== route) return Math.round(estimatedTokens * ratio)
  return Math.max(0, Math.round(last.reportedTokens + (estimatedTokens - last.estimatedTokens) * ratio))
}

/** A whole prompt says little, for it holds what we never see, so it counts only until the first growth is known. */
function learn(
  before: RouteRatio | undefined,
  last: TokenReading | undefined,
  reading: TokenReading,
): RouteRatio | undefined {
  if (last?.route !== reading.route) {
    if (before !== undefined || reading.estimatedTokens < leastGrowthTokens) return before
    return { ratio: clamp(reading.reportedTokens / reading.estimatedTokens), samples: 0 }
  }
  const growth = reading.estimatedTokens - last.estimatedTokens
  if (growth < leastGrowthTokens) return before
  const sample = clamp((reading.reportedTokens - last.reportedTokens) / growth)
  const { ratio, samples } = before ?? { ratio: sample, samples: 0 }
  const weight = Math.max(leastWeight, 1 / (samples + 1))
  return { ratio: ratio + (sample - ratio) * weight, samples: samples + 1 }
}

function clamp(ratio: number): number {
  return Math.min(bounds.most, Math.max(bounds.least, ratio))
}
