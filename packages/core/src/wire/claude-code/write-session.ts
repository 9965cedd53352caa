import type { Json } from '../../json.ts'
import type { Transcript } from '../../message/message.ts'
import type { Encoded, EncodeOptions } from '../codec.ts'
import { arrange } from '../record/arrange.ts'
import { createWriter } from '../writer.ts'
import { closeSessionLines } from './close-session-lines.ts'
import { draftSessionLines, type SessionLineDraft } from './draft-session-lines.ts'
import { findBranch } from './find-branch.ts'
import { reportUnsaid } from './report-unsaid.ts'
import { asideBefore, readSessionAside, type SessionAside } from './session-aside.ts'

/** A session file is a record, not a request, so nothing in it is respelled or left out to please a provider. */
const asRecord = { format: 'anthropic', fields: {} } as const

/** Writes a session: lines that were read go back as they were and where they were, and new ones are chained in. */
export function writeSession(transcript: Transcript, options?: EncodeOptions): Encoded {
  const writer = createWriter('anthropic', { ...transcript, residue: asRecord }, { idChars: 0, nameChars: 0 }, options)
  reportUnsaid(transcript, writer)
  const drafts = draftSessionLines(transcript.messages, writer)
  const { aside, count } = readSessionAside(transcript)
  const isEdited = drafts.some(({ line }) => line === undefined) || drafts.length + aside.length !== count
  const value = isEdited
    ? settle(drafts, asideBefore(drafts, aside))
    : closeSessionLines(arrange<SessionLineDraft | SessionAside>(drafts, aside), isEdited)
  return { value, losses: writer.losses }
}

/** An edit can turn an abandoned line into one that a reader takes for the conversation; such a line is left out. */
function settle(drafts: readonly SessionLineDraft[], aside: readonly SessionAside[]): readonly Json[] {
  const lines = arrange<SessionLineDraft | SessionAside>(drafts, aside, { inTurn: true })
  const closed = closeSessionLines(lines, true)
  const taken = new Set(findBranch(closed).kept.map((at) => lines[at]))
  const quiet = aside.filter((entry) => !taken.has(entry))
  return quiet.length === aside.length ? closed : settle(drafts, quiet)
}
