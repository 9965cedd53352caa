import { messageNumber } from '../../contract/message-number.ts'
import { type Json, parseJson } from '../../json.ts'
import type { AssistantMessage, Message, Part, ToolCallPart } from '../../message/message.ts'
import { redact } from '../../redact/redact.ts'
import { sliceWhole } from '../../text/slice-whole.ts'
import type { Counter } from '../../tokens/count.ts'
import { rewrite, type ViewDraft } from '../plan/view-draft.ts'
import { type Cut, isMiddle } from './cut.ts'

/** A text in an argument that is longer than this is a file or a patch, not a parameter. */
const longChars = 400
/** Enough to recognise it by. */
const keptChars = 120

/** Shortens long texts inside the arguments of old calls; what was JSON stays JSON. */
export function shorten(draft: ViewDraft, cut: Cut, counter: Counter): ViewDraft {
  return shortenWhere(draft, counter, (at) => isMiddle(cut, at))
}

/** As `shorten`, for the messages that are chosen. */
export function shortenWhere(draft: ViewDraft, counter: Counter, isChosen: (at: number) => boolean): ViewDraft {
  return rewrite(draft, 'shortened', counter, ({ message, shown }, at) => {
    if (!isChosen(at) || message.role !== 'assistant') return undefined
    return message.parts.some(isLongCall) ? shortened(message, messageNumber(shown)) : undefined
  })
}

/** Messages never change, and each is shortened again with every measure and every compaction. */
const known = new WeakMap<Message, { readonly number: string; readonly short: Message }>()

function shortened(message: AssistantMessage, number: string): Message {
  const last = known.get(message)
  if (last?.number === number) return last.short
  const short = { ...message, parts: message.parts.map((part) => shortenPart(part, number)) }
  known.set(message, { number, short })
  return short
}

function isLongCall(part: Part): part is ToolCallPart {
  return part.type === 'tool-call' && part.arguments.length > longChars
}

function shortenPart(part: Part, number: string): Part {
  if (!isLongCall(part)) return part
  const value = part.freeform ? undefined : parseJson(part.arguments)
  const text = value === undefined ? shortText(part.arguments, number) : shortJson(value, number)
  // Broken JSON is the model's own: cut, it would be no better, and a provider may refuse it.
  return value === undefined && !part.freeform ? part : { ...part, arguments: text }
}

function shortJson(value: Json, number: string): string {
  return JSON.stringify(value, (_, item: Json) => (typeof item === 'string' ? shortText(item, number) : item))
}

function shortText(text: string, number: string): string {
  if (text.length <= longChars) return text
  const kept = sliceWhole(text, 0, keptChars)
  return `${redact(kept).text}… [${text.length - kept.length} more characters left out of view; whole in ${number}]`
}
