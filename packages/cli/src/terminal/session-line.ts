import type { Session } from '@palimpsest/core'
import type { Colours } from './colours.ts'
import { count } from './count.ts'
import { when } from './when.ts'
import { fit, printable } from './width.ts'

const ends = { compression: 'compacted', undone: 'undone', closed: 'closed' } as const

/** One session in one line: what it is, when it started, and how it ended. */
export function sessionLine(session: Session, colours: Colours): string {
  const { id, kind, startedAt, bornWith, nextSeq, model } = session
  const entries = `${count(nextSeq, 'message')}${bornWith > 0 ? `, ${bornWith} taken over` : ''}`
  const state = stateOf(session)
  const shownState = state === 'live' ? colours.green(state) : colours.dim(state)
  const pieces = [`${colours.cyan(id)}  ${fit(kind, 13)}${when(startedAt)}  ${shownState}`, entries]
  return [...pieces, ...(model === undefined ? [] : [printable(model)])].join('  ')
}

function stateOf({ endedAt, endReason }: Session): string {
  if (endReason !== undefined) return ends[endReason]
  return endedAt === undefined ? 'live' : 'ended'
}
