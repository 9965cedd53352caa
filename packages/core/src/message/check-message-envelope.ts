import { malformed } from '../expect.ts'
import type { Json } from '../json.ts'
import { isFields, isFormat, piece, residue } from './check-message.ts'
import {
  type FieldCheck,
  isAnyJson,
  isListOf,
  isOneOf,
  isText,
  isVariant,
  optional,
  recordOf,
} from './check-message-fields.ts'
import type { FunctionTool, OpaqueTool, Tool, Transcript } from './message.ts'

/** Takes JSON for what a transcript says beside its messages. Throws `wire/malformed` like `checkMessage`. */
export function checkEnvelope(value: Json | undefined, path = 'envelope'): Pick<Transcript, 'tools' | 'residue'> {
  return isEnvelope(value, path)
}

const isBoolean: FieldCheck<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw malformed(path, 'true or false')
  return value
}

const isTool = isVariant<'kind', Tool>('kind', {
  function: recordOf<FunctionTool>({
    ...piece,
    kind: isOneOf('function'),
    name: isText,
    description: optional(isText),
    schema: optional(isFields),
    strict: optional(isBoolean),
  }),
  opaque: recordOf<OpaqueTool>({ kind: isOneOf('opaque'), format: isFormat, value: isAnyJson }),
})

const isEnvelope = recordOf<Pick<Transcript, 'tools' | 'residue'>>({ tools: optional(isListOf(isTool)), residue })
