import type { Json } from '@palimpsest/core/json'
import { canonicalJson, type Message, type Part, type Tool } from '@palimpsest/core/message'
import type { Counter } from '@palimpsest/core/tokens'
import { partBlockText, resultText, toolText } from './block-text.ts'
import type { PromptBlock } from './prefix.ts'
import { renderedFields } from './rendered-fields.ts'

/** An element of a prompt; tools come first. */
export type PromptItem = Tool | Message

/** The blocks of an item on Anthropic's wire. */
export type BlockReader = (item: PromptItem) => readonly PromptBlock[]

/** Items never change, and compactions move them: the content of one is read once, wherever it then is. */
export function createBlockReader(counter: Counter): BlockReader {
  const known = new WeakMap<PromptItem, readonly PromptBlock[]>()
  return (item) => {
    const before = known.get(item)
    if (before !== undefined) return before
    const blocks = blocksOf(item, counter)
    known.set(item, blocks)
    return blocks
  }
}

/** A tool and a result are one block each; other messages have one for each part that says anything. */
function blocksOf(item: PromptItem, counter: Counter): readonly PromptBlock[] {
  const key = () => keyOf(item)
  if ('kind' in item) {
    return [{ key, tokens: counter.tool(item), kind: 'text', inside: () => toolText(item, counter) }]
  }
  if (item.role === 'tool') {
    const inside = () => resultText(item, counter)
    return [{ key, tokens: counter.message(item), kind: 'tool_result', inside, endsMessage: true }]
  }
  const parts: readonly Part[] = item.parts
  const said = parts.filter(isSaid)
  return said.map((part, i) => {
    const where = `${item.role}${i}`
    const before = i === 0 ? counter.message(nothingSaid[item.role]) : 0
    return {
      key: () => where + keyOf(part),
      tokens: counter.part(part) + before,
      kind: kindOf(part),
      inside: () => partBlockText(part, { where, before }, counter),
      ...(i === said.length - 1 && { endsMessage: true as const }),
    }
  })
}

/** The envelope of a message costs the same for all that have its role; a result names its call, too. */
export const nothingSaid = {
  system: { role: 'system', parts: [] },
  user: { role: 'user', parts: [] },
  assistant: { role: 'assistant', parts: [] },
} as const satisfies Readonly<Record<string, Message>>

/** True when a part becomes a block. */
export function isSaid(part: Part): boolean {
  return part.type !== 'text' || part.text.trim() !== ''
}

function kindOf(part: Part): PromptBlock['kind'] {
  if (part.type === 'tool-call') return 'tool_use'
  return part.type === 'thinking' ? 'thinking' : 'text'
}

/** Represents what is rendered of a value, however it was spelled. */
function keyOf(value: PromptItem | Part): string {
  let key = ''
  for (const [field, said] of renderedFields(value)) {
    if (typeof said === 'string') key += `${field}${said.length}=${said},`
    else if (field === 'parts' && 'parts' in value) key += `${value.parts.map((part) => `(${keyOf(part)})`).join('')},`
    else key += `${field}:${spellField(said, 'kind' in value)},`
  }
  return key
}

/** Definitions of tools are rendered as they are written, so the order of their keys counts. */
function spellField(said: unknown, isTool: boolean): string {
  return (isTool ? undefined : canonicalJson(said as Json)) ?? JSON.stringify(said)
}
