import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { partsIn } from './openai-chat-content.ts'
import { type OpenAiChatOracleOptions, refuseChat } from './openai-chat-rules.ts'

/** Judges the order of roles, for those who care about it. */
export function* checkOrder(messages: readonly Json[], options: OpenAiChatOracleOptions): Generator<Violation> {
  const { strictAlternation = false, complete = false, dialect = 'compatible' } = options
  const spoken = messages.filter(isObject)
  if (strictAlternation) yield* checkAlternation(messages)
  if (strictAlternation && complete && spoken.at(-1)?.role === 'assistant') {
    const fault = 'Expected last role User or Tool for serving but got assistant.'
    yield refuseChat(`messages[${messages.length - 1}]`, 'last-role', fault)
  }
  if (complete && dialect !== 'openai' && messages.length > 0 && !spoken.some(isQuestion)) {
    yield refuseChat('messages', 'user-missing', 'No user query found in messages: one must say something.')
  }
}

function isQuestion({ role, content }: JsonObject): boolean {
  if (role !== 'user') return false
  if (typeof content === 'string') return content.trim() !== ''
  return partsIn(content).some((part) => isObject(part) && typeof part.text === 'string' && part.text.trim() !== '')
}

function* checkAlternation(messages: readonly Json[]): Generator<Violation> {
  let next = 'user'
  for (const [i, message] of messages.entries()) {
    if (!isObject(message) || message.role === 'tool' || isList(message.tool_calls)) continue
    const { role } = message
    if (i === 0 && role === 'system') continue
    if (role !== next) {
      const fault = 'After the optional system message, conversation roles must alternate user/assistant/user/...'
      yield refuseChat(`messages[${i}]`, 'alternation', `${fault} Expected ${next}, got ${show(role)}.`)
      return
    }
    next = role === 'user' ? 'assistant' : 'user'
  }
}
