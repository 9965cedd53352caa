import { drawnGaps, type Gap } from './gap.ts'
import { createLogNormal } from './log-normal.ts'

/** The virtual clock of a replay, and what moves it. */
export interface Timeline {
  now(): number
  /** A model writes so many tokens. */
  write(tokens: number): void
  /** Tools run one after the other. */
  runTools(count: number): void
  /** A person thinks before they speak; `recordedMs` is how long it really took. */
  awaitPerson(recordedMs?: number): void
}

/** Until the first token, and then this many a second. */
export const replyAfterMs = 1_000
const tokensPerSecond = 50
const tool = { leastMs: 1_500, medianMs: 1_500, sigma: 1 }
const defaultSeed = 1
/** Tools and people draw from streams of their own, so that a session with more calls has the same pauses. */
const toolStream = 0x7001

/** Starts at the current time of the host's clock. Unknown recorded pauses take as long as a person's do. */
export function createTimeline(startMs: number, gap: Gap): Timeline {
  let now = startMs
  const seed = gap.kind === 'drawn' ? gap.seed : defaultSeed
  const drawPause = createLogNormal(seed)
  const drawTool = createLogNormal(seed ^ toolStream)
  const pauseMs = () => {
    if (gap.kind === 'fixed') return gap.seconds * 1_000
    const { median, sigma } = drawnGaps[gap.kind === 'drawn' ? gap.name : 'human']
    return drawPause(median, sigma) * 1_000
  }
  return {
    now: () => Math.round(now),
    write: (tokens) => {
      now += replyAfterMs + (tokens / tokensPerSecond) * 1_000
    },
    runTools: (count) => {
      for (let i = 0; i < count; i++) now += tool.leastMs + drawTool(tool.medianMs, tool.sigma)
    },
    awaitPerson: (recordedMs) => {
      now += gap.kind === 'recorded' && recordedMs !== undefined ? recordedMs : pauseMs()
    },
  }
}
