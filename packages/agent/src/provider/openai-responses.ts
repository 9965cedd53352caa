import { isObject, type JsonObject } from '@palimpsest/core/json'
import { createCatalogue } from '@palimpsest/core/models'
import { openaiResponsesStream } from '@palimpsest/core/wire'
import type { ProviderOptions } from './anthropic.ts'
import { createOpenAi } from './openai.ts'
import type { Delta, Provider } from './provider.ts'

/** Models behind OpenAI's Responses API. Nothing is kept at the provider: every request carries the whole view. */
export function createOpenAiResponses(options: ProviderOptions): Provider {
  return createOpenAi(options, {
    api: 'openai-responses',
    path: '/responses',
    protocol: openaiResponsesStream,
    settings: ({ model, maxTokens }) => ({ max_output_tokens: maxTokens, store: false, ...sealsOf(model) }),
    tell,
  })
}

const models = createCatalogue()

/** As nothing is kept, what a model thought comes back sealed, and goes out again with what it led to. */
function sealsOf(model: string): JsonObject {
  const { provider, thinking } = models.find(model) ?? {}
  return provider === 'openai' && thinking ? { include: ['reasoning.encrypted_content'] } : {}
}

function tell({ type, delta, item }: JsonObject, onDelta: (delta: Delta) => void): void {
  if (type === 'response.output_text.delta' && typeof delta === 'string') onDelta({ kind: 'text', text: delta })
  if (type === 'response.output_item.added' && isObject(item) && item.type === 'function_call')
    onDelta({ kind: 'tool-call', name: String(item.name) })
}
