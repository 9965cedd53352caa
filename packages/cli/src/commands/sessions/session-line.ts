import type { Session } from '@palimpsest/core/store'
import type { Colours } from '../../terminal/colours.ts'
import { countNoun } from '../../terminal/count-noun.ts'
import { sessionKindWords } from '../../terminal/plain-words.ts'
import { when } from '../../terminal/when.ts'
import { fitColumns, oneLine, width } from '../../terminal/width.ts'

const ends = { compression: 'compacted', undone: 'undone', closed: 'closed' } as const

/** One session: what it is, when it started, and how it ended. If a line is too narrow, the rest goes below it. */
export function sessionLine(session: Session, { colours, columns }: SessionLineOptions): string {
  const { id, kind, startedAt, bornWith, nextSeq, model } = session
  const state = stateOf(session)
  const pieces: readonly { readonly text: string; readonly paint?: (text: string) => string }[] = [
    { text: id, paint: colours.cyan },
    { text: fitColumns(sessionKindWords[kind], 11) },
    { text: when(startedAt) },
    { text: state, paint: state === 'live' ? colours.green : colours.dim },
    { text: `${countNoun(nextSeq, 'message')}${bornWith > 0 ? `, ${bornWith} taken over` : ''}` },
    ...(model === undefined ? [] : [{ text: oneLine(model) }]),
  ]
  let line = ''
  let used = 0
  for (const { text, paint = String } of pieces) {
    const isBelow = used > 0 && used + 2 + width(text) > columns
    line += isBelow ? `\n    ${paint(text)}` : `${used === 0 ? '' : '  '}${paint(text)}`
    used = isBelow ? 4 + width(text) : used + (used === 0 ? 0 : 2) + width(text)
  }
  return line
    .split('\n')
    .map((row) => row.trimEnd())
    .join('\n')
}

interface SessionLineOptions {
  readonly colours: Colours
  readonly columns: number
}

function stateOf({ endedAt, endReason }: Session): string {
  if (endReason !== undefined) return ends[endReason]
  return endedAt === undefined ? 'live' : 'ended'
}
