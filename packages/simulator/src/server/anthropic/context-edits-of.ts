import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { Message, Part, ToolCallPart } from '@palimpsest/core/message'
import { withoutThinking } from '@palimpsest/core/thinking'
import type { ContextEdit } from '../context-edit.ts'

/** The edits that a request to Anthropic asks for, in its order. */
export function contextEditsOf({ context_management: asked }: JsonObject): readonly ContextEdit[] {
  const edits = isObject(asked) && isList(asked.edits) ? asked.edits.filter(isObject) : []
  return edits.flatMap((edit): readonly ContextEdit[] => {
    if (edit.type === 'clear_thinking_20251015') return [clearThinking(edit)]
    return edit.type === 'clear_tool_uses_20250919' ? [clearToolUses(edit)] : []
  })
}

/** Returns true when the request itself says which thinking stays, whatever its model would keep. */
export function keepsOwnThinking({ context_management: asked }: JsonObject): boolean {
  const edits = isObject(asked) && isList(asked.edits) ? asked.edits : []
  return edits.some((edit) => isObject(edit) && edit.type === 'clear_thinking_20251015')
}

/** A turn is all that the model says and does between two things that a person says. */
function clearThinking({ keep }: JsonObject): ContextEdit {
  const keptTurns =
    keep === 'all' || (isObject(keep) && keep.type === 'all') ? Number.POSITIVE_INFINITY : valueOr(keep, 1)
  return (messages) => {
    const turnOf: number[] = []
    let turn = 0
    for (const { role } of messages) turnOf.push(role === 'user' ? ++turn : turn)
    const thoughtful = [...new Set(messages.flatMap((message, i) => (isThoughtful(message) ? [turnOf[i] ?? 0] : [])))]
    const cleared = new Set(thoughtful.slice(0, Math.max(0, thoughtful.length - keptTurns)))
    if (cleared.size === 0) return undefined
    return {
      messages: messages.map((message, i) =>
        message.role === 'assistant' && cleared.has(turnOf[i] ?? 0) ? withoutThinking(message) : message,
      ),
      report: { type: 'clear_thinking_20251015', cleared_thinking_turns: cleared.size },
      leastTokens: 0,
    }
  }
}

function isThoughtful(message: Message): boolean {
  return message.role === 'assistant' && message.parts.some(({ type }) => type === 'thinking')
}

/** The text that the model reads in place of a result. */
const placeholder = '[Old tool result content cleared]'
const usualTrigger = 100_000
const usualKeep = 3

function clearToolUses(edit: JsonObject): ContextEdit {
  const { trigger, keep, clear_at_least: least, exclude_tools: excluded, clear_tool_inputs: inputs } = edit
  const isKept = (name: string) => isList(excluded) && excluded.includes(name)
  const losesInput = (name: string) => inputs === true || (isList(inputs) && inputs.includes(name))
  return (messages, tokens) => {
    const calls = messages.flatMap(callsIn)
    const size = isObject(trigger) && trigger.type === 'tool_uses' ? calls.length : tokens
    if (size <= valueOr(trigger, usualTrigger)) return undefined
    const old = calls.slice(0, Math.max(0, calls.length - valueOr(keep, usualKeep))).filter(({ name }) => !isKept(name))
    if (old.length === 0) return undefined
    const ids = new Set(old.map(({ callId }) => callId))
    const emptied = new Set(old.filter(({ name }) => losesInput(name)).map(({ callId }) => callId))
    return {
      messages: messages.map((message) => clearMessage(message, ids, emptied)),
      report: { type: 'clear_tool_uses_20250919', cleared_tool_uses: old.length },
      leastTokens: valueOr(least, 0),
    }
  }
}

type Ids = ReadonlySet<ToolCallPart['callId']>

function clearMessage(message: Message, results: Ids, inputs: Ids): Message {
  if (message.role === 'tool') {
    return results.has(message.callId) ? { ...message, parts: [{ type: 'text', text: placeholder }] } : message
  }
  if (message.role !== 'assistant' || !callsIn(message).some(({ callId }) => inputs.has(callId))) return message
  const clear = (part: Part): Part =>
    part.type === 'tool-call' && inputs.has(part.callId) ? { ...part, arguments: '{}' } : part
  return { ...message, parts: message.parts.map(clear) }
}

function callsIn(message: Message): readonly ToolCallPart[] {
  if (message.role !== 'assistant') return []
  return message.parts.filter((part): part is ToolCallPart => part.type === 'tool-call')
}

function valueOr(setting: Json | undefined, usual: number): number {
  return isObject(setting) && typeof setting.value === 'number' ? setting.value : usual
}
