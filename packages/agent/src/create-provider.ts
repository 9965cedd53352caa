import type { Config } from './config/schema.ts'
import { createAnthropic } from './provider/anthropic.ts'
import { createOpenAiChat } from './provider/openai-chat.ts'
import { createOpenAiResponses } from './provider/openai-responses.ts'
import type { Provider } from './provider/provider.ts'

/** Environment variables that hold keys, by provider. Keys come from nowhere else. */
export const keyNames = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  'openai-responses': 'OPENAI_API_KEY',
  openrouter: 'OPENROUTER_API_KEY',
  custom: 'PALIMPSEST_API_KEY',
} as const satisfies Readonly<Record<Config['model']['provider'], string>>

export type CreatedProvider =
  | { readonly kind: 'created'; readonly provider: Provider }
  | { readonly kind: 'no-key'; readonly name: string }

type Where = Pick<Config['model'], 'provider' | 'base_url'>

/** The way to a model that the configuration names. A server of one's own may need no key. */
export function createProvider(
  { provider: name, base_url: configured }: Where,
  env: Readonly<Record<string, string | undefined>>,
): CreatedProvider {
  const keyName = keyNames[name]
  const apiKey = env[keyName] || (name === 'custom' ? 'none' : undefined)
  if (apiKey === undefined) return { kind: 'no-key', name: keyName }
  const baseUrl = configured ?? (name === 'openrouter' ? 'https://openrouter.ai/api/v1' : undefined)
  const options = { apiKey, name, ...(baseUrl !== undefined && { baseUrl }) }
  switch (name) {
    case 'anthropic':
      return { kind: 'created', provider: createAnthropic(options) }
    case 'openai-responses':
      return { kind: 'created', provider: createOpenAiResponses(options) }
    case 'openai':
    case 'openrouter':
    case 'custom':
      return { kind: 'created', provider: createOpenAiChat(options) }
  }
}
