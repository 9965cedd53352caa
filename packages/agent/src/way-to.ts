import type { Environment } from './config/home-paths.ts'
import type { Config, ProviderName } from './config/schema.ts'
import type { WantedModel } from './create-connection.ts'
import { keyNames } from './key-names.ts'

/** A model whose provider cannot be determined. */
export interface UnclearModel {
  readonly kind: 'unclear'
  readonly name: string
  /** The variables that are set and hold keys. */
  readonly keys: readonly string[]
}

/** The address of a model; `auto` goes by its name. */
export type Address = Pick<Config['model'], 'provider' | 'base_url'>

/** Decides how a model is reached: by what was configured, then by its name, then by the one key that is there. */
export function wayTo(name: string, { provider, base_url }: Address, env: Environment): WantedModel | UnclearModel {
  if (provider !== 'auto') return { name, provider, base_url, ...hintOf(name, { provider, base_url }) }
  const named = providerOf(name)
  // A server of one's own may name its models as others do, with a vendor in front.
  if (base_url !== null) return { name, provider: compatible[named ?? 'openrouter'], base_url }
  if (named !== undefined) return { name, provider: named, base_url }
  const open = byKey.filter((each) => env[keyNames[each]])
  const [only, ...others] = open
  if (only === undefined || others.length > 0)
    return { kind: 'unclear', name, keys: open.map((each) => keyNames[each]) }
  const hint = `The name ${name} does not tell who serves it: it is asked for at ${only}, whose key is the only one set. model.provider, or --provider, names another.`
  return { name, provider: only, base_url, hint }
}

/** True when a model of this name can be there. Makers serve only their own; other addresses are unknown. */
export function mayServe({ provider, base_url }: Address, name: string): boolean {
  const named = providerOf(name)
  if (base_url !== null || named === undefined) return true
  switch (provider) {
    case 'auto':
    case 'openrouter':
    case 'custom':
      return true
    case 'anthropic':
      return named === 'anthropic'
    case 'openai':
    case 'openai-responses':
      return named === 'openai-responses'
  }
}

/** Providers whose keys may lead to a model whose name says nothing. */
const byKey = ['anthropic', 'openai-responses', 'openrouter'] as const

type NamedProvider = (typeof byKey)[number]

/** The API of a server at another address, by the model's usual provider. */
const compatible = {
  anthropic: 'anthropic',
  'openai-responses': 'openai',
  openrouter: 'custom',
} as const satisfies Readonly<Record<NamedProvider, ProviderName>>

/** Open weights (`gpt-oss`) are served by anyone. */
const openAiName = /^(?:gpt-(?!oss)|chatgpt-|codex-|ft:gpt-|o\d(?:-|$))/i

/** The provider of a model, as far as its name shows. */
function providerOf(name: string): NamedProvider | undefined {
  if (name.includes('/')) return 'openrouter'
  if (/^claude-/i.test(name)) return 'anthropic'
  return openAiName.test(name) ? 'openai-responses' : undefined
}

function hintOf(name: string, at: Address): Pick<WantedModel, 'hint'> {
  const named = providerOf(name)
  if (at.provider === 'openrouter' && at.base_url === null && named !== 'openrouter')
    return { hint: `OpenRouter spells the names of models as vendor/model; ${name} has no vendor.` }
  if (mayServe(at, name)) return {}
  const remedy = `Set the provider to auto or ${named}, or name another model.`
  return { hint: `${name} looks like a model of ${named}, but is asked for at ${at.provider}. ${remedy}` }
}
