import type { Format } from '../message/message.ts'
import { aiSdk } from './ai-sdk/ai-sdk.ts'
import { anthropic } from './anthropic/anthropic.ts'
import { claudeCode } from './claude-code/claude-code.ts'
import type { Codec } from './codec.ts'
import { codex } from './codex/codex.ts'
import { openAiChat } from './openai-chat/openai-chat.ts'
import { openAiResponses } from './openai-responses/openai-responses.ts'

/** Every format we read and write. */
export const codecs: Readonly<Record<Format, Codec>> = {
  anthropic: anthropic,
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
  'ai-sdk': aiSdk,
  'claude-code': claudeCode,
  codex,
}

export const formats = Object.keys(codecs) as readonly Format[]
