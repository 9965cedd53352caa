import { malformed } from '../expect.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import {
  type FieldCheck,
  isAnyJson,
  isListOf,
  isOneOf,
  isText,
  isTrue,
  isVariant,
  optional,
  recordOf,
} from './check-message-fields.ts'
import { isKeptName } from './is-kept-name.ts'
import {
  type AssistantMessage,
  type Breakpoint,
  type CallId,
  type ContentPart,
  callId,
  type FilePart,
  type Format,
  type ImagePart,
  type KeptText,
  type Message,
  type OpaquePart,
  type Part,
  type Residue,
  type Source,
  type SystemMessage,
  type TextPart,
  type ThinkingPart,
  type ToolCallPart,
  type ToolMessage,
  type UserMessage,
} from './message.ts'

/**
 * Takes JSON for the canonical message that it is, field by field. Throws `wire/malformed` with the path of the first
 * fault, also for a field that no message has.
 */
export function checkMessage(value: Json | undefined, path = 'message'): Message {
  return isMessage(value, path)
}

const formats: Readonly<Record<Format, Format>> = {
  anthropic: 'anthropic',
  'openai-chat': 'openai-chat',
  'openai-responses': 'openai-responses',
  'ai-sdk': 'ai-sdk',
  'claude-code': 'claude-code',
  codex: 'codex',
}
export const isFormat = isOneOf(...Object.values(formats))

export const isFields: FieldCheck<JsonObject> = (value, path) => {
  if (!isObject(value)) throw malformed(path, 'an object')
  return value
}

const isCallId: FieldCheck<CallId> = (value, path) => callId(isText(value, path))

/** Data of one format beyond the canonical fields. */
export const residue = optional(recordOf<Residue>({ format: isFormat, fields: isFields }))
const breakpoint = optional(recordOf<Breakpoint>({ ttl: optional(isOneOf('5m', '1h')) }))
/** The fields that every part and tool may carry. */
export const piece = { residue, breakpoint }
const utterance = { residue, listed: optional(isTrue) }

type SourceOf<Kind> = Extract<Source, { readonly kind: Kind }>
const mediaType = optional(isText)
const isSource = isVariant<'kind', Source>('kind', {
  data: recordOf<SourceOf<'data'>>({ kind: isOneOf('data'), data: isText, mediaType }),
  url: recordOf<SourceOf<'url'>>({ kind: isOneOf('url'), url: isText, mediaType }),
  file: recordOf<SourceOf<'file'>>({ kind: isOneOf('file'), fileId: isText, mediaType }),
})

const contentParts = {
  text: recordOf<TextPart>({ ...piece, type: isOneOf('text'), text: isText, refusal: optional(isTrue) }),
  image: recordOf<ImagePart>({ ...piece, type: isOneOf('image'), source: isSource, detail: optional(isText) }),
  file: recordOf<FilePart>({ ...piece, type: isOneOf('file'), source: isSource, name: optional(isText) }),
  opaque: recordOf<OpaquePart>({
    ...piece,
    type: isOneOf('opaque'),
    format: isFormat,
    value: isAnyJson,
    whole: optional(isTrue),
  }),
}

const isContent = isListOf(isVariant<'type', ContentPart>('type', contentParts))
const isParts = isListOf(
  isVariant<'type', Part>('type', {
    ...contentParts,
    thinking: recordOf<ThinkingPart>({
      ...piece,
      type: isOneOf('thinking'),
      text: isText,
      signature: optional(isText),
      redacted: optional(isText),
      encrypted: optional(isText),
    }),
    'tool-call': recordOf<ToolCallPart>({
      ...piece,
      type: isOneOf('tool-call'),
      callId: isCallId,
      name: isText,
      arguments: isText,
      freeform: optional(isTrue),
    }),
  }),
)

/** A tool shortens its output, and the result may still be too long: that makes two. */
const mostKept = 2

const isKeptFile: FieldCheck<string> = (value, path) => {
  const name = isText(value, path)
  if (!isKeptName(name)) throw malformed(path, 'the name of a kept output, which is the hash of its content')
  return name
}

const isChars: FieldCheck<number> = (value, path) => {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw malformed(path, 'a whole number from 0')
  return Number(value)
}

const isKeptList: FieldCheck<readonly KeptText[]> = (value, path) => {
  const kept = isListOf(recordOf<KeptText>({ file: isKeptFile, chars: optional(isChars) }))(value, path)
  if (kept.length > mostKept) throw malformed(path, `at most ${mostKept} kept outputs`)
  return kept
}

const isMessage = isVariant<'role', Message>('role', {
  system: recordOf<SystemMessage>({
    ...utterance,
    role: isOneOf('system'),
    parts: isContent,
    developer: optional(isTrue),
  }),
  user: recordOf<UserMessage>({ ...utterance, role: isOneOf('user'), parts: isContent }),
  assistant: recordOf<AssistantMessage>({
    ...utterance,
    role: isOneOf('assistant'),
    parts: isParts,
    model: optional(isText),
  }),
  tool: recordOf<ToolMessage>({
    ...utterance,
    role: isOneOf('tool'),
    callId: isCallId,
    parts: isContent,
    isError: optional(isTrue),
    breakpoint,
    kept: optional(isKeptList),
  }),
})
