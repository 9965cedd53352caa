import type { Config, ProviderName } from './config/schema.ts'
import { keyFor, keyNames } from './key-names.ts'
import { createAnthropic } from './provider/anthropic.ts'
import { createOpenAiChat } from './provider/openai-chat.ts'
import { createOpenAiResponses } from './provider/openai-responses.ts'
import { slowFirstMs } from './provider/patience.ts'
import type { Provider } from './provider/provider.ts'

export type CreatedProvider =
  | { readonly kind: 'created'; readonly provider: Provider }
  | { readonly kind: 'no-key'; readonly name: string }

type Where = { readonly provider: ProviderName } & Pick<Config['model'], 'base_url'> &
  Partial<Pick<Config['model'], 'silence_timeout'>>

/** The way to a model that the configuration names. */
export function createProvider(
  { provider: name, base_url: configured, silence_timeout: silence = null }: Where,
  env: Readonly<Record<string, string | undefined>>,
): CreatedProvider {
  const apiKey = keyFor(name, env)
  if (apiKey === undefined) return { kind: 'no-key', name: keyNames[name] }
  const baseUrl = configured ?? (name === 'openrouter' ? 'https://openrouter.ai/api/v1' : undefined)
  const patience = silence === null ? {} : { firstMs: silence * 1_000, nextMs: silence * 1_000 }
  const options = { apiKey, name, patience, ...(baseUrl !== undefined && { baseUrl }) }
  switch (name) {
    case 'anthropic':
      return { kind: 'created', provider: createAnthropic(options) }
    case 'openai-responses':
      return { kind: 'created', provider: createOpenAiResponses(options) }
    case 'openai':
    case 'openrouter':
      return { kind: 'created', provider: createOpenAiChat(options) }
    case 'custom':
      return {
        kind: 'created',
        provider: createOpenAiChat({ ...options, patience: { firstMs: slowFirstMs, ...patience } }),
      }
  }
}
