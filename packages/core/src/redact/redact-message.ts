import { isList, isObject, type Json, type JsonObject, parseJson } from '../json.ts'
import type { ContentPart, Message, Part, Residue, Source, ToolCallPart } from '../message/message.ts'
import {
  isSecretItem,
  isSecretMember,
  isSecretPair,
  isSecretPart,
  mayAnnounce,
} from './assignments/is-secret-member.ts'
import { redactedMark, redactText } from './redact.ts'

/** Messages never change, and several steps of a compaction ask for the same ones. */
const known = new WeakMap<Message, Message>()

/** The message with every credential replaced in all readable parts; the very same object when there is none. */
export function redactMessage(message: Message): Message {
  return known.get(message) ?? keepRedacted(message, redactParts(message))
}

/** Notes what is left of a message without its secrets, however that was found. */
export function keepRedacted(message: Message, redacted: Message): Message {
  if (redacted !== message || !message.parts.every(isShort)) known.set(message, redacted)
  return redacted
}

/** A shorter text is scanned as fast as it is looked up. */
const shortChars = 400

function isShort(part: Part): boolean {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part.text.length < shortChars
    case 'tool-call':
      return part.arguments.length < shortChars
    case 'image':
    case 'file':
    case 'opaque':
      return false
  }
}

/** The result of an earlier `redactMessage`, if there was one. */
export function knownRedacted(message: Message): Message | undefined {
  return known.get(message)
}

function redactParts(message: Message): Message {
  const residue = redactResidue(message.residue)
  switch (message.role) {
    case 'system':
    case 'user':
    case 'tool': {
      const parts = same(message.parts, redactContent)
      return parts === message.parts && residue === message.residue
        ? message
        : { ...message, parts, ...(residue && { residue }) }
    }
    case 'assistant': {
      const parts = same(message.parts, redactPart)
      return parts === message.parts && residue === message.residue
        ? message
        : { ...message, parts, ...(residue && { residue }) }
    }
  }
}

/** The list with each item changed; the very same list when no item was. */
function same<T>(items: readonly T[], change: (item: T) => T): readonly T[] {
  let changed: T[] | undefined
  let at = 0
  for (const item of items) {
    const after = change(item)
    if (after !== item) changed ??= items.slice(0, at)
    changed?.push(after)
    at++
  }
  return changed ?? items
}

function redactPart(part: Part): Part {
  switch (part.type) {
    case 'thinking':
      return withText(withResidue(part))
    case 'tool-call':
      return redactCall(withResidue(part))
    case 'text':
    case 'image':
    case 'file':
    case 'opaque':
      return redactContent(part)
  }
}

function redactContent(part: ContentPart): ContentPart {
  switch (part.type) {
    case 'text':
      return withText(withResidue(part))
    case 'image':
    case 'file':
      return withSource(withResidue(part))
    case 'opaque': {
      const value = redactJson(part.value)
      return withResidue(value === part.value ? part : { ...part, value })
    }
  }
}

function withText<T extends { readonly text: string }>(part: T): T {
  const text = redactText(part.text)
  return text === part.text ? part : { ...part, text }
}

function withResidue<T extends { readonly residue?: Residue }>(part: T): T {
  const residue = redactResidue(part.residue)
  return residue === part.residue ? part : { ...part, residue }
}

/** Addresses can carry a password or a signature; bytes cannot be read. */
function withSource<T extends { readonly source: Source }>(part: T): T {
  if (part.source.kind !== 'url' || part.source.url.startsWith('data:')) return part
  const url = redactText(part.source.url)
  return url === part.source.url ? part : { ...part, source: { ...part.source, url } }
}

function redactResidue(residue: Residue | undefined): Residue | undefined {
  if (residue === undefined) return undefined
  const fields = redactJson(residue.fields)
  return fields === residue.fields || !isObject(fields) ? residue : { ...residue, fields }
}

function redactCall(part: ToolCallPart): ToolCallPart {
  const redacted = part.freeform === true ? redactText(part.arguments) : redactArguments(part.arguments)
  return redacted === part.arguments ? part : { ...part, arguments: redacted }
}

/** Characters that hide a value, or part it from its name. */
const escapes = /[\\\n\r]/

/** The bytes as they were written where that leaves JSON, else the value written anew. */
function redactArguments(text: string): string {
  const redacted = redactText(text)
  // Without escapes every name and value stands in the text as it is, so that there is nothing more to find.
  if (redacted === text && !escapes.test(text)) return text
  const value = parseJson(text)
  if (value === undefined) return redacted
  const kept = redacted === text ? value : parseJson(redacted)
  const after = redactJson(kept ?? value)
  return kept !== undefined && after === kept ? redacted : JSON.stringify(after)
}

/** Fields that prove or hide something: changed, they are worth nothing. */
const sealed = new Set([
  'signature',
  'encrypted_content',
  'encrypted',
  'redacted',
  'data',
  'thoughtSignature',
  'thought_signature',
  'id',
  'call_id',
  'tool_use_id',
])

/** Removes the secrets of one text of a value. */
type RedactText = (text: string) => string

/** The value with every credential replaced; the very same value when there is none. */
export function redactJson(value: Json, clean: RedactText = redactText): Json {
  if (typeof value === 'string') return clean(value)
  if (isList(value)) return same(value, (item) => redactJson(item, clean))
  return isObject(value) ? redactObject(value, clean) : value
}

function redactObject(value: JsonObject, clean: RedactText): JsonObject {
  const names = Object.keys(value)
  const change = (name: string): Json | undefined => redactField(name, value, clean)
  if (names.every((name) => change(name) === value[name])) return value
  return Object.fromEntries(names.map((name) => [name, change(name)]))
}

function redactField(name: string, owner: JsonObject, clean: RedactText): Json | undefined {
  const field = owner[name]
  if (field === undefined || sealed.has(name)) return field
  const after = redactJson(field, clean)
  if (typeof field === 'string') {
    if (after !== field) return after
    return isSecretMember(name, field) || isNamedBeside(name, field, owner) ? redactedMark : field
  }
  return after !== undefined && mayAnnounce(name) ? redactInside(name, after) : after
}

/** "value" beside a "name" or a "key" that announces it. */
function isNamedBeside(name: string, field: string, owner: JsonObject): boolean {
  if (name !== 'value' && name !== 'Value') return false
  const label = owner.name ?? owner.key ?? owner.Name ?? owner.Key
  return typeof label === 'string' && isSecretPair(label, field)
}

/** The texts of a list or an object whose name announces a credential. */
function redactInside(name: string, field: Json): Json {
  if (isList(field))
    return same(field, (item) => (typeof item === 'string' && isSecretItem(name, item) ? redactedMark : item))
  if (!isObject(field)) return field
  const isHidden = (part: string, value: Json | undefined): boolean =>
    typeof value === 'string' && !sealed.has(part) && isSecretPart(name, part, value)
  const parts = Object.entries(field)
  if (!parts.some(([part, value]) => isHidden(part, value))) return field
  return Object.fromEntries(parts.map(([part, value]) => [part, isHidden(part, value) ? redactedMark : value]))
}
