/** Less is lost in what the engine does once: compiling, collecting garbage. */
const leastMs = 5
/** In small steps at first: where work doubles with each character, the next step may never end. */
const lengths = [16, 24, 32, 40, 48, 64, 128, 256, 1_000, 4_000, 16_000, 64_000]
/** From this length on, quadratic work is slower than `quickMsPerChar`, and most linear work is not. */
const tellingChars = 4_000
const quickMsPerChar = 0.000_01
/** Four times the text costs four times as much where work is linear, and sixteen times where it is quadratic. */
const mostGrowth = 9

/**
 * How many times the work grows when the text grows to four times its length, if that is more than linear work would.
 * Processor time is what counts, in one run and beside itself, so that a busy machine changes nothing.
 */
export function excessiveGrowth(work: (text: string) => unknown, write: (chars: number) => string): number | undefined {
  for (const chars of lengths) {
    const text = write(chars)
    const started = performance.now()
    work(text)
    const tookMs = performance.now() - started
    if (chars >= tellingChars && (tookMs < chars * quickMsPerChar || isEven(work, write))) return undefined
    if (tookMs < leastMs || cpuMs(work, text) < leastMs) continue
    const growthOf = (tries?: number) => cpuMs(work, text, tries) / cpuMs(work, write(chars / 4), tries)
    // A collection of garbage may fall into any measurement, but not into the least of many.
    const growth = growthOf() > mostGrowth ? growthOf(sureTries) : 0
    if (growth > mostGrowth) return growth
  }
  return undefined
}

/** Whether four times the text takes about four times as long: then so will more. */
function isEven(work: (text: string) => unknown, write: (chars: number) => string): boolean {
  return cpuMs(work, write(tellingChars)) / cpuMs(work, write(tellingChars / 4)) < 6
}

const fewTries = 2
const sureTries = 8

/** The least of some tries. */
function cpuMs(work: (text: string) => unknown, text: string, tries = fewTries): number {
  let least = Number.POSITIVE_INFINITY
  for (let tried = 0; tried < tries; tried++) {
    const before = process.cpuUsage()
    work(text)
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return Math.max(least, 0.01)
}
