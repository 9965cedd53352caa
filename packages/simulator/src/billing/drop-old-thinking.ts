import type { Message } from '@palimpsest/core/message'
import type { ModelInfo } from '@palimpsest/core/models'
import { hasThinking, withoutThinking } from '@palimpsest/core/thinking'

/** True when a model is shown none of its thinking from before the user last spoke. */
export function dropsThinking(model: ModelInfo | undefined): boolean {
  return model?.provider === 'anthropic' && model.keepsThinking !== true
}

/** A prompt as such a model is shown it; the very same list where nothing is left out. */
export function dropOldThinking(messages: readonly Message[]): readonly Message[] {
  const asked = messages.findLastIndex(({ role }) => role === 'user')
  const isOld = (message: Message, i: number) => i < asked && hasThinking(message)
  return messages.some(isOld)
    ? messages.map((message, i) => (isOld(message, i) ? withoutThinking(message) : message))
    : messages
}
