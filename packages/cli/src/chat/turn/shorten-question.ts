import type { RuntimeQuestion } from '../../compose.ts'
import { countNoun } from '../../terminal/count-noun.ts'

/** A question as it is put at first; what is left out of it says how much it is. */
export interface ShortQuestion {
  readonly lines: readonly string[]
  readonly isCut: boolean
}

/** About a screen. The end is shown as well as the start: a command may do its worst in its last words. */
const headLines = 18
const tailLines = 6
const headChars = 120
const tailChars = 40

/** Shortens long lines and many lines of a question; a small one stays as it is, and so does one about memory: a note is short. */
export function shortenQuestion({ text, about }: RuntimeQuestion): ShortQuestion {
  if (about === 'memory') return { lines: text.split('\n'), isCut: false }
  const [asks = '', ...all] = text.split('\n')
  const body = middleLeftOut(all)
  const lines = [asks, ...body.map((line) => (typeof line === 'string' ? shortLine(line) : leftOutWords(line)))]
  return { lines, isCut: body.length < all.length || lines.some((line, at) => at > 0 && line !== body[at - 1]) }
}

interface LeftOut {
  readonly lines: number
  readonly chars: number
}

function middleLeftOut(lines: readonly string[]): readonly (string | LeftOut)[] {
  if (lines.length <= headLines + tailLines) return lines
  const middle = lines.slice(headLines, -tailLines)
  const chars = middle.reduce((sum, line) => sum + line.length, 0)
  return [...lines.slice(0, headLines), { lines: middle.length, chars }, ...lines.slice(-tailLines)]
}

function leftOutWords({ lines, chars }: LeftOut): string {
  return `… ${countNoun(lines, 'more line')} (${countNoun(chars, 'character')}) …`
}

function shortLine(line: string): string {
  const characters = Array.from(line)
  const left = characters.length - headChars - tailChars
  if (left <= 0) return line
  const [head, tail] = [characters.slice(0, headChars).join(''), characters.slice(-tailChars).join('')]
  return `${head} … ${countNoun(left, 'more character')} … ${tail}`
}
