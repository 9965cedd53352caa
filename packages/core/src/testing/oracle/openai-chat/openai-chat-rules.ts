import { openAiRules } from '../openai/openai-rules.ts'
import type { OracleOptions, Violation } from '../violation.ts'

/** Every rule that `checkOpenAiChat` knows. */
export const openAiChatRules = [
  ...openAiRules,
  'messages-missing',
  'messages-empty',
  'message-type',
  'content-missing',
  'assistant-empty',
  'text-empty',
  'image-role',
  'audio-format',
  'tool-calls-empty',
  'tool-call-type',
  'tool-call-id-unique',
  'tool-calls-unanswered',
  'tool-message-orphan',
  'tool-message-duplicate',
  'reasoning-field',
  'reasoning-author',
  'cache-control-dialect',
  'cache-control-message',
  'cache-control-shape',
  'cache-control-count',
  'alternation',
  'last-role',
  'user-missing',
] as const

export type OpenAiChatRule = (typeof openAiChatRules)[number]

/** A variant of the format: OpenAI's own, the many that follow it, or OpenRouter's. */
export type ChatDialect = 'openai' | 'compatible' | 'openrouter'

export interface OpenAiChatOracleOptions extends OracleOptions {
  /** @default 'compatible' */
  readonly dialect?: ChatDialect
  /** Some chat templates demand that user and assistant take turns, tool calls and results aside. @default false */
  readonly strictAlternation?: boolean
}

export function refuseChat(path: string, rule: OpenAiChatRule, message: string): Violation {
  return { path, rule, message }
}
