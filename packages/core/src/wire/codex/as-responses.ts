import { isObject, type JsonObject, rest } from '../../json.ts'
import type { AssistantMessage, CallId, Message, Part, Residue } from '../../message/message.ts'
import { relabel, withoutForeign } from '../record/relabel.ts'
import type { Writer } from '../writer.ts'
import { codexFormat } from './rollout-line-record.ts'
import { writeShellCall } from './shell-call.ts'

interface Circumstances {
  /** The message was not read from this format, so Codex must be able to read how it is written. */
  readonly isNew: boolean
  readonly freeform: ReadonlySet<CallId>
}

/** A message as the Responses codec should see it to write what a rollout holds. */
export function asResponses(from: Message, { isNew, freeform }: Circumstances, writer: Writer): Message {
  const message = withoutForeign(from, codexFormat, writer)
  const residue = responsesResidue(message.residue, isNew)
  const said = relabel(withOwnItems(message), codexFormat, 'openai-responses')
  switch (said.role) {
    case 'assistant': {
      const parts = said.parts.flatMap((part) => assistantPart(part, said, isNew, writer) ?? [])
      return { ...said, parts, residue, ...(isNew && { listed: true }) }
    }
    case 'tool': {
      const custom = isNew && freeform.has(said.callId) ? customResidue(residue, writer) : residue
      const { isError, ...calm } = said
      return { ...(isObject(message.residue?.fields.wrapping) ? calm : said), residue: custom }
    }
    case 'user':
    case 'system':
      return { ...said, residue, ...(isNew && { listed: true }) }
  }
}

/** Passes through unchanged what only a rollout holds, in a form that the Responses codec does not inspect. */
function withOwnItems(message: Message): Message {
  if (message.role !== 'assistant') return message
  const parts = message.parts.map((part): Part => {
    const value = writeShellCall(part)
    return value === undefined ? part : { type: 'opaque', format: codexFormat, value }
  })
  return { ...message, parts }
}

/** Codex reads only messages that name their type and hold a list. */
function responsesResidue(residue: Residue | undefined, isNew: boolean): Residue | undefined {
  if (residue !== undefined && residue.format !== codexFormat && residue.format !== 'openai-responses') return residue
  const shape: JsonObject = isNew ? { empty: 'list' } : {}
  const fields = rest(residue?.fields ?? {}, ['lines', 'wrapping', 'at', 'place', ...(isNew ? ['untyped'] : [])])
  return { format: 'openai-responses', fields: { ...shape, ...fields } }
}

function customResidue(residue: Residue | undefined, writer: Writer): Residue {
  return { format: 'openai-responses', fields: { ...writer.fields(residue), custom: true } }
}

function assistantPart(part: Part, message: AssistantMessage, isNew: boolean, writer: Writer): Part | undefined {
  if (part.type === 'thinking' && !writer.mayShow(part, message)) {
    writer.lose('thinking', 'reasoning of another model')
    return undefined
  }
  if (part.type === 'thinking' && (part.signature ?? part.redacted) !== undefined) {
    writer.lose('seal', 'a signature of reasoning')
  }
  const fields = rest(writer.fields(part.residue), isNew ? ['untyped', 'form'] : [])
  return { ...part, residue: fields && { format: 'openai-responses', fields } }
}
