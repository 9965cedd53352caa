import type { AssistantMessage, Message, ModelInfo } from '@palimpsest/core'

/** Whether a model is shown nothing of what it thought before the user last spoke. */
export function dropsThinking(model: ModelInfo | undefined): boolean {
  return model?.provider === 'anthropic' && model.keepsThinking !== true
}

/** A prompt as such a model is shown it; the very same list where nothing is left out. */
export function dropOldThinking(messages: readonly Message[]): readonly Message[] {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const isOld = (message: Message, i: number): message is AssistantMessage => i < asked && isThoughtful(message)
  return messages.some(isOld) ? messages.map((message, i) => (isOld(message, i) ? spoken(message) : message)) : messages
}

/** Whoever compares prompts finds the very same message again. */
const known = new WeakMap<AssistantMessage, AssistantMessage>()

/** What is left of a message without its thinking. */
export function spoken(message: AssistantMessage): AssistantMessage {
  if (!isThoughtful(message)) return message
  const before = known.get(message)
  if (before !== undefined) return before
  const left = { ...message, parts: message.parts.filter(({ type }) => type !== 'thinking') }
  known.set(message, left)
  return left
}

function isThoughtful(message: Message): message is AssistantMessage {
  return message.role === 'assistant' && message.parts.some(({ type }) => type === 'thinking')
}
