import { isList, isObject, type Json, rest } from '../../json.ts'
import { append } from './grow.ts'

/** Continues the content of a Chat message. Some servers mix texts with lists of parts: then it becomes a list. */
export function growContent(old: Json | undefined, piece: Json | undefined): Json {
  if (isList(old) || isList(piece)) return partsOf(piece).reduce(addPart, partsOf(old))
  return append({ content: old }, { content: piece }).content ?? null
}

function partsOf(content: Json | undefined): readonly Json[] {
  if (isList(content)) return content
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : []
}

/** Text and thinking go on in the part before; any other part is whole. */
function addPart(parts: readonly Json[], part: Json): readonly Json[] {
  const last = parts.at(-1)
  if (!isObject(last) || !isObject(part) || last.type !== part.type) return [...parts, part]
  if (part.type === 'text') return parts.with(-1, append(last, rest(part, ['type']) ?? {}))
  if (part.type !== 'thinking') return [...parts, part]
  const grown = append(last, rest(part, ['type', 'thinking']) ?? {})
  return parts.with(-1, { ...grown, thinking: growContent(last.thinking, part.thinking) })
}
