import type { ProviderName } from './config/schema.ts'

/** Environment variables that hold keys, by provider. Keys come from nowhere else. */
export const keyNames = {
  anthropic: 'ANTHROPIC_API_KEY',
  openai: 'OPENAI_API_KEY',
  'openai-responses': 'OPENAI_API_KEY',
  openrouter: 'OPENROUTER_API_KEY',
  custom: 'PALIMPSEST_API_KEY',
} as const satisfies Readonly<Record<ProviderName, string>>

export type KeyNames = typeof keyNames

type Environment = Readonly<Record<string, string | undefined>>

/** The key for a provider, if there is one. A server of one's own may need none, and is sent some word instead. */
export function keyFor(provider: keyof KeyNames, env: Environment): string | undefined {
  return env[keyNames[provider]] || (provider === 'custom' ? 'none' : undefined)
}
