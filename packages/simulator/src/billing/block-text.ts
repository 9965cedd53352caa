import type { Message, Part, Tool } from '@palimpsest/core/message'
import type { Counter } from '@palimpsest/core/tokens'
import type { BlockText, PromptBlock } from './prefix.ts'

/** Tokens that two blocks at one place of two prompts share, counted from their beginning. */
export function sharedInside(one: PromptBlock | undefined, other: PromptBlock | undefined): number {
  const [mine, theirs] = [one?.inside?.(), other?.inside?.()]
  if (!one || !other || !mine || !theirs || mine.opening !== theirs.opening) return 0
  const chars = sharedChars(mine.text, theirs.text)
  return chars === 0 ? 0 : Math.min(mine.tokensUpTo(chars), one.tokens, other.tokens)
}

function sharedChars(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let chars = 0
  while (chars < most && one.charCodeAt(chars) === other.charCodeAt(chars)) chars++
  // Half of a character is none.
  return /[\uD800-\uDBFF]/.test(one.charAt(chars - 1)) ? chars - 1 : chars
}

/** A tool as a text: its definition. */
export function toolText(tool: Tool, counter: Counter): BlockText {
  const { name, description, schema } = tool.kind === 'function' ? tool : {}
  const definition = tool.kind === 'function' ? { name, description, parameters: schema } : tool.value
  return asText({ opening: tool.kind, text: JSON.stringify(definition), before: 0 }, counter)
}

/** A result as a text: all that its tool wrote before the first thing that is no text. */
export function resultText(result: Message & { readonly role: 'tool' }, counter: Counter): BlockText {
  const { callId, isError, parts } = result
  const end = parts.findIndex(({ type }) => type !== 'text')
  const written = parts.slice(0, end < 0 ? parts.length : end)
  const text = written.map((part) => (part.type === 'text' ? part.text : '')).join('')
  const before = counter.message({ role: 'tool', callId, parts: [] })
  return asText({ opening: JSON.stringify(['tool', callId, isError]), text, before }, counter)
}

/** A part as text, after what precedes it; what is neither text nor a call is shared whole or not at all. */
export function partBlockText(part: Part, { where, before }: PartPlace, counter: Counter): BlockText {
  switch (part.type) {
    case 'text':
      return asText({ opening: `${where}${part.type}${part.refusal ?? ''}`, text: part.text, before }, counter)
    case 'tool-call': {
      const bare = { ...part, arguments: '' }
      const opening = JSON.stringify([where, part.type, part.callId, part.name])
      return asText({ opening, text: part.arguments, before: before + counter.part(bare) }, counter)
    }
    case 'thinking':
    case 'image':
    case 'file':
    case 'opaque':
      return { opening: `${where}${part.type}`, text: '', tokensUpTo: () => 0 }
  }
}

/** The speaker and place of a part, and the tokens that come before it. */
export interface PartPlace {
  readonly where: string
  readonly before: number
}

interface Opened {
  readonly opening: string
  readonly text: string
  /** Tokens that come before the text. */
  readonly before: number
}

function asText({ opening, text, before }: Opened, counter: Counter): BlockText {
  const tokensUpTo = (chars: number) => before + counter.part({ type: 'text', text: text.slice(0, chars) })
  return { opening, text, tokensUpTo }
}
