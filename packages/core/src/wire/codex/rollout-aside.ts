import { isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Transcript } from '../../message/message.ts'
import { codexFormat, epoch } from './rollout-line-record.ts'

/** A line that is no part of the conversation. */
export interface RolloutAside {
  readonly kind: 'aside'
  readonly at: number
  readonly line: JsonObject
}

/** The lines kept aside when a rollout was read; a conversation from elsewhere gets the first line every rollout has. */
export function readRolloutAside({ residue }: Transcript): readonly RolloutAside[] {
  if (residue?.format !== codexFormat) return [{ kind: 'aside', at: -1, line: firstLine }]
  return isList(residue.fields.aside) ? residue.fields.aside.flatMap(readEntry) : []
}

function readEntry(value: Json): readonly RolloutAside[] {
  if (!isObject(value) || typeof value.at !== 'number' || !isObject(value.line)) return []
  return [{ kind: 'aside', at: value.at, line: value.line }]
}

const firstLine = {
  timestamp: epoch,
  type: 'session_meta',
  payload: {
    id: '00000000-0000-4000-8000-000000000000',
    timestamp: epoch,
    cwd: '',
    originator: 'palimpsest',
    cli_version: '0',
    source: 'cli',
    base_instructions: { text: '' },
  },
} as const
