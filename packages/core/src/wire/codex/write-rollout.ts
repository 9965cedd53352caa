import type { Transcript } from '../../message/message.ts'
import type { Encoded, EncodeOptions } from '../codec.ts'
import { arrange } from '../record/arrange.ts'
import { reportAround } from '../record/report-around.ts'
import { createWriter } from '../writer.ts'
import { type Aside, readAside } from './aside.ts'
import { closeLines } from './close-lines.ts'
import { type Draft, draftLines } from './draft-lines.ts'
import { fillInstructions, findInstructions } from './instructions.ts'
import { format } from './line-record.ts'

/** A rollout is a record, not a request, so nothing in it is respelled or left out to please a provider. */
const asRecord = { format: 'openai-responses', fields: {} } as const

/** Writes a rollout: lines that were read go back as they were and where they were, and new ones join them. */
export function writeRollout(transcript: Transcript, options?: EncodeOptions): Encoded {
  const { messages, residue } = transcript
  const alphabet = { idChars: 0, nameChars: 0 }
  const writer = createWriter('openai-responses', { ...transcript, residue: asRecord }, alphabet, options)
  reportAround(transcript, format, writer)
  const aside = readAside(transcript)
  const instructions = findInstructions(messages, aside)
  const drafts = draftLines(messages, new Set(instructions.keys()), writer)
  const { bare, count } = residue?.format === format ? residue.fields : {}
  const isEdited = drafts.some(({ record }) => record === undefined) || drafts.length + aside.length !== count
  const others = fillInstructions(aside, [...instructions.values()])
  const lines = arrange<Draft | Aside>(drafts, others, { inTurn: isEdited })
  return { value: closeLines(lines, { messages, bare: bare === true }, writer), losses: writer.losses }
}
