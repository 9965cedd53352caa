import type { Message } from '@palimpsest/core/message'
import { messageText } from '../store/message-text.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { said } from '../terminal/said.ts'
import { fitColumns, oneLine } from '../terminal/width.ts'
import type { Unseen } from './unseen.ts'

export interface UnseenOptions {
  readonly showsAll: boolean
  readonly columns: number
}

/** One screenful; the rest is given as a count. */
export const maxShownLines = 30
const widest = 120
/** More than a line holds. */
const shownChars = 200

/** One line for each run of messages, or message, that the model will no longer see as it was said. */
export function unseenLines(unseen: readonly Unseen[], { showsAll, columns }: UnseenOptions): readonly string[] {
  const shown = showsAll ? unseen : unseen.slice(0, maxShownLines)
  const hidden = unseen.length - shown.length
  const room = Math.max(40, Math.min(columns, widest) - 2)
  return [
    ...shown.map((item) => fitColumns(lineOf(item), room).trimEnd()),
    ...(hidden === 0 ? [] : [`… and ${hidden.toLocaleString('en-US')} more (--diff full)`]),
  ]
}

function lineOf(item: Unseen): string {
  if (item.kind === 'shortened') return shortenedLine(item)
  const { from, to, tokens, kind } = item
  const range = from === to ? `#${from}` : `#${from}–#${to}`
  const what = kind === 'summarised' ? 'summarised' : 'dropped'
  return `${range} ${what} (${countNoun(to - from + 1, 'message')}, ${countNoun(tokens, 'token')})`
}

type Shortened = Extract<Unseen, { kind: 'shortened' }>

function shortenedLine({ at, original, now, tool, tokens }: Shortened): string {
  const who = original.role === 'tool' ? `${tool ?? 'tool'} result` : `${original.role} message`
  const isCleared = original.role === 'tool' && !messageText(now).includes('\n')
  const sizes = `${tokens.before.toLocaleString('en-US')} → ${tokens.after.toLocaleString('en-US')} tokens`
  return `#${at} ${oneLine(who)} ${isCleared ? 'cleared' : 'shortened'} (${sizes}): ${firstWords(original)}`
}

/** Returns the beginning of a message, to identify it by. */
export function firstWords(message: Message): string {
  return said(messageText(message), shownChars)
}
