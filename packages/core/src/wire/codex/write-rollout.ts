import type { Transcript } from '../../message/message.ts'
import type { Encoded, EncodeOptions } from '../codec.ts'
import { arrange } from '../record/arrange.ts'
import { reportAround } from '../record/report-around.ts'
import { createWriter } from '../writer.ts'
import { closeRolloutLines } from './close-rollout-lines.ts'
import { draftRolloutLines, type RolloutLineDraft } from './draft-rollout-lines.ts'
import { fillInstructions, findInstructions } from './instructions.ts'
import { type RolloutAside, readRolloutAside } from './rollout-aside.ts'
import { codexFormat } from './rollout-line-record.ts'

/** A rollout is a record, not a request, so nothing in it is respelled or left out to please a provider. */
const asRecord = { format: 'openai-responses', fields: {} } as const

/** Writes a rollout: lines that were read go back as they were and where they were, and new ones join them. */
export function writeRollout(transcript: Transcript, options?: EncodeOptions): Encoded {
  const { messages, residue } = transcript
  const alphabet = { idChars: 0, nameChars: 0 }
  const writer = createWriter('openai-responses', { ...transcript, residue: asRecord }, alphabet, options)
  reportAround(transcript, codexFormat, writer)
  const aside = readRolloutAside(transcript)
  const instructions = findInstructions(messages, aside)
  const drafts = draftRolloutLines(messages, new Set(instructions.keys()), writer)
  const { bare, count } = residue?.format === codexFormat ? residue.fields : {}
  const isEdited = drafts.some(({ record }) => record === undefined) || drafts.length + aside.length !== count
  const others = fillInstructions(aside, [...instructions.values()])
  const lines = arrange<RolloutLineDraft | RolloutAside>(drafts, others, { inTurn: isEdited })
  return { value: closeRolloutLines(lines, { messages, bare: bare === true }, writer), losses: writer.losses }
}
