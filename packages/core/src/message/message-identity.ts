import { isObject, type Json, parseJson, rest } from '../json.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Message, OpaquePart, Part, Source, ToolCallPart } from './message.ts'
import { addText, spellHash, startHash, type TextHash } from './text-hash.ts'

/** The same messages are asked for at every call, so each is read once. */
const known = new WeakMap<Message, string>()

/**
 * Identifies a message by what it means: who speaks, texts, calls, results, pictures and files. Its spelling does not
 * count, since clients spell one message differently from call to call: residues, breakpoints, a list for a string,
 * the spacing and the order of keys in arguments, parts without text. Two texts are not the same as one, though.
 *
 * Arguments are equal when their values are; those that are not JSON, or hold numbers that no JSON reader keeps, when
 * their texts are. Thinking counts only where nothing else is said: clients leave it out of old messages.
 */
export function messageIdentity(message: Message): string {
  const before = known.get(message)
  if (before !== undefined) return before
  const identity = readIdentity(message)
  known.set(message, identity)
  return identity
}

function readIdentity(message: Message): string {
  const hash = startHash()
  addText(hash, message.role === 'system' && message.developer ? 'developer' : message.role)
  if (message.role === 'tool') {
    addText(hash, message.callId)
    addText(hash, message.isError ? 'error' : 'result')
  }
  const parts = (message.parts as readonly Part[]).filter(saysSomething)
  const said = parts.filter(({ type }) => type !== 'thinking')
  for (const part of said.length > 0 ? said : parts) addPart(hash, part)
  return spellHash(hash)
}

function saysSomething(part: Part): boolean {
  return part.type !== 'text' || part.text !== ''
}

function addPart(hash: TextHash, part: Part): void {
  addText(hash, part.type)
  switch (part.type) {
    case 'text':
      addText(hash, part.refusal ? 'refusal' : '')
      addText(hash, part.text)
      return
    case 'image':
      addSource(hash, part.source)
      addText(hash, part.detail ?? '')
      return
    case 'file':
      addSource(hash, part.source)
      addText(hash, part.name ?? '')
      return
    case 'tool-call':
      addText(hash, part.callId)
      addText(hash, part.name)
      addText(hash, argumentsMeant(part))
      return
    case 'thinking':
      addText(hash, part.text)
      addText(hash, part.signature ?? part.redacted ?? part.encrypted ?? '')
      return
    case 'opaque':
      addText(hash, valueMeant(part))
  }
}

/** The media type is not read: it follows from the bytes, and some formats do not say it. */
function addSource(hash: TextHash, source: Source): void {
  addText(hash, source.kind)
  switch (source.kind) {
    case 'data':
      addText(hash, source.data)
      return
    case 'url':
      addText(hash, source.url)
      return
    case 'file':
      addText(hash, source.fileId)
  }
}

/** No arguments at all mean an empty object. */
function argumentsMeant({ arguments: text, freeform }: ToolCallPart): string {
  if (freeform) return text
  const value: Json | undefined = text.trim() === '' ? {} : parseJson(text)
  return (value === undefined ? undefined : canonicalJson(value)) ?? text
}

/** Fields of foreign blocks by which a client marks where to cache, or notes something for itself. */
const marks = ['cache_control', 'prompt_cache_breakpoint', 'internal_chat_message_metadata_passthrough']

function valueMeant({ value }: OpaquePart): string {
  const meant = isObject(value) ? (rest(value, marks) ?? {}) : value
  return canonicalJson(meant) ?? JSON.stringify(meant)
}
