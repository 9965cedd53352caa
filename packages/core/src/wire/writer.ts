import { isObject, type JsonObject } from '../json.ts'
import type {
  AssistantMessage,
  CallId,
  Format,
  Message,
  Residue,
  ThinkingPart,
  Transcript,
} from '../message/message.ts'
import { isSameModel } from '../models/is-same-model.ts'
import { textHash } from '../text/text-hash.ts'
import type { EncodeOptions } from './codec.ts'
import type { Loss, LossKind } from './loss.ts'

/** The working state of an encoder while it writes one transcript. */
export interface Writer {
  /** The transcript came in this very format: it goes out as it came, even where the provider would object. */
  readonly own: boolean
  /** Says which message the next losses belong to. */
  at(message: number | undefined): void
  lose(kind: LossKind, detail: string): void
  /** The residue's fields if they are this format's; unknown fields of another format are reported as lost. */
  fields(residue: Residue | undefined): JsonObject
  callId(id: CallId): string
  toolName(name: string): string
  /** True when this thinking may be shown to the model that will read the request. */
  mayShow(thinking: ThinkingPart, message: AssistantMessage): boolean
  readonly losses: readonly Loss[]
}

/** The spelling a format accepts. */
export interface Alphabet {
  readonly idChars: number
  readonly nameChars: number
}

export function createWriter(
  format: Format,
  transcript: Transcript,
  alphabet: Alphabet,
  options: EncodeOptions = {},
): Writer {
  const own = transcript.residue?.format === format
  const losses: Loss[] = []
  let message: number | undefined
  const lose = (kind: LossKind, detail: string) => {
    losses.push(message === undefined ? { kind, detail } : { kind, message, detail })
  }
  const spelled = (text: string, maxChars: number, what: string) => {
    if (own) return text
    const fit = spell(text, maxChars)
    if (fit !== text) lose('identity', `${what} ${text} is written ${fit}`)
    return fit
  }
  return {
    own,
    losses,
    lose,
    at: (index) => {
      message = index
    },
    fields: (residue) => {
      if (residue === undefined) return {}
      if (residue.format === format) return residue.fields
      const unknown = unknownFields(residue)
      if (unknown.length > 0) lose('field', unknown.join(', '))
      return {}
    },
    callId: (id) => spelled(id, alphabet.idChars, 'call id'),
    toolName: (name) => spelled(name, alphabet.nameChars, 'tool name'),
    mayShow: (thinking, { model }) => {
      const sealed = thinking.signature ?? thinking.redacted ?? thinking.encrypted
      return (
        sealed === undefined || options.model === undefined || model === undefined || isSameModel(model, options.model)
      )
    },
  }
}

/** Names the fields that another format would not know. What else a residue holds is shape, which means nothing. */
function unknownFields({ fields }: Residue): readonly string[] {
  return ['extra', 'inner', 'item', 'message', 'output'].flatMap((place) => {
    const unknown = fields[place]
    return isObject(unknown) ? Object.keys(unknown) : []
  })
}

/** Another spelling keeps what it can read of the old one and ends in a hash, so that two ids never become one. */
function spell(text: string, maxChars: number): string {
  if (text.length > 0 && text.length <= maxChars && /^[\w-]+$/.test(text)) return text
  const hash = fingerprint(text)
  return `${text.replace(/[^\w-]/g, '_').slice(0, maxChars - hash.length - 1)}_${hash}`
}

/** 64 bits are ample for the ids of one conversation. */
function fingerprint(text: string): string {
  return textHash(text) + textHash(text, 0x2f0b4c47)
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** True when a message says nothing at all that could be sent. */
export function isSilent(message: Message): boolean {
  return message.parts.every((part) => part.type === 'text' && isBlank(part.text))
}
