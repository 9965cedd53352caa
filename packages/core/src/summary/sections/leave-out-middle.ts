import { sliceWhole } from '../../text/slice-whole.ts'
import type { CountText } from '../../tokens/count.ts'

export interface LeaveOutOptions {
  readonly mostTokens: number
  readonly countText: CountText
  /** The place of the whole text, worded to follow "left out; ". */
  readonly where: string
}

/** Authors of long texts say what matters most at the beginning. */
const headShare = 0.7
const gapLine = /\n\[… (\d+) characters left out; [^\n]* …\]\n/
/** A text that was cut before may take so much more, for its line, and since its pieces may be denser than the rest. */
const cutSlack = 1.25

/**
 * A text; of one that takes too many tokens its beginning and its end, and how much is missing between them. One that
 * was cut before stays as it is where it still fits.
 */
export function leaveOutMiddle(text: string, { mostTokens, countText, where }: LeaveOutOptions): string {
  const tokens = countText(text)
  const gap = gapLine.exec(text)
  if (tokens <= (gap === null ? mostTokens : mostTokens * cutSlack)) return text
  const kept = Math.floor((text.length * mostTokens) / tokens)
  const [before, after] =
    gap === null ? [text, text] : [text.slice(0, gap.index), text.slice(gap.index + gap[0].length)]
  const head = sliceWhole(before, 0, Math.ceil(kept * headShare))
  const tail = sliceWhole(after, Math.max(0, after.length - Math.floor(kept * (1 - headShare))), after.length)
  const whole = gap === null ? text.length : before.length + Number(gap[1]) + after.length
  return `${head}\n[… ${whole - head.length - tail.length} characters left out; ${where} …]\n${tail}`
}
