import {
  type AssistantMessage,
  callId,
  type Message,
  type Part,
  type SystemMessage,
  type ToolCallPart,
  type ToolMessage,
  type UserMessage,
} from '../message/message.ts'

/** Builders for tests: they say what matters and leave out the rest. */
export function system(text: string): SystemMessage {
  return { role: 'system', parts: [{ type: 'text', text }] }
}

export function user(text: string): UserMessage {
  return { role: 'user', parts: [{ type: 'text', text }] }
}

/** An assistant message of texts and calls. */
export function assistant(...said: readonly (string | Part)[]): AssistantMessage {
  return {
    role: 'assistant',
    parts: said.map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part)),
  }
}

/** A call whose id is its tool's name by default. */
export function call(name: string, input: object = {}, id = name): ToolCallPart {
  return { type: 'tool-call', callId: callId(id), name, arguments: JSON.stringify(input) }
}

export function result(id: string, text: string, more: Partial<ToolMessage> = {}): ToolMessage {
  return { role: 'tool', callId: callId(id), parts: text === '' ? [] : [{ type: 'text', text }], ...more }
}

/** A call and its result. */
export function exchange(name: string, text: string, id = name): readonly Message[] {
  return [assistant(call(name, {}, id)), result(id, text)]
}
