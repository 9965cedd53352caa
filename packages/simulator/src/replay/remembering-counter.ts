import type { CallId, Message, Part, Tool, ToolCallPart } from '@palimpsest/core/message'
import type { Counter } from '@palimpsest/core/tokens'
import { nothingSaid } from '../billing/prompt-blocks.ts'

/**
 * Counts what another counter counts, each text, each call and each tool once: a store gives back copies, and compactions
 * look at all of them again. What was counted is remembered as long as the counter lives.
 */
export function createRememberingCounter(counter: Counter): Counter {
  const texts = new Map<string, number>()
  const calls = new Map<CallId, CountedCall>()
  const results = new Map<CallId, number>()
  const parts = new WeakMap<Part, number>()
  const messages = new WeakMap<Message, number>()
  const tools = new WeakMap<Tool, number>()
  const part = (value: Part): number => {
    if (value.type === 'text') return recall(texts, value.text, () => counter.part(value))
    if (value.type === 'tool-call') return call(value)
    return recall(parts, value, () => counter.part(value))
  }
  const call = (value: ToolCallPart): number => {
    const known = calls.get(value.callId)
    if (known !== undefined && isSame(known.call, value)) return known.tokens
    const tokens = counter.part(value)
    calls.set(value.callId, { call: value, tokens })
    return tokens
  }
  const envelope = (value: Message): number =>
    value.role === 'tool'
      ? recall(results, value.callId, () => counter.message({ role: 'tool', callId: value.callId, parts: [] }))
      : counter.message(nothingSaid[value.role])
  const message = (value: Message): number => {
    const known = messages.get(value)
    if (known !== undefined) return known
    let tokens = envelope(value)
    for (const each of value.parts) tokens += part(each)
    messages.set(value, tokens)
    return tokens
  }
  const tool = (value: Tool): number => recall(tools, value, () => counter.tool(value))
  return {
    part,
    message,
    tool,
    request: (said, given = []) =>
      said.reduce((sum, each) => sum + message(each), 0) + given.reduce((sum, each) => sum + tool(each), 0),
  }
}

interface CountedCall {
  readonly call: ToolCallPart
  readonly tokens: number
}

/** A model may use an id twice, and old calls are shortened. */
function isSame(one: ToolCallPart, other: ToolCallPart): boolean {
  return one.name === other.name && one.arguments === other.arguments
}

interface Memory<Key> {
  get(key: Key): number | undefined
  set(key: Key, value: number): unknown
}

function recall<Key>(memory: Memory<Key>, key: Key, count: () => number): number {
  const known = memory.get(key)
  if (known !== undefined) return known
  const counted = count()
  memory.set(key, counted)
  return counted
}
