import { createCatalogue } from '@palimpsest/core'
import type { Config } from './config/schema.ts'
import type { WantedModel } from './create-line.ts'

/** The model that the configuration names, if it names one. */
export function wantedModel({ model: { name, ...others } }: Config): WantedModel | undefined {
  return name === null ? undefined : { ...others, name }
}

/** The model that goes on when the first cannot be reached. */
export function fallbackModel({ model }: Config): WantedModel | undefined {
  const { fallback: name, fallback_provider: provider, fallback_base_url: baseUrl } = model
  if (name === null) return undefined
  const isElsewhere = provider !== null && provider !== model.provider
  return { name, provider: provider ?? model.provider, base_url: baseUrl ?? (isElsewhere ? null : model.base_url) }
}

/** What was configured holds for the configured model; another one is reached the same way unless its maker has one. */
export function otherModel({ model }: Config, name: string): WantedModel {
  if (name === model.name) return { ...model, name }
  const maker = createCatalogue().find(name)?.provider
  const isNative = model.base_url === null && (model.provider === 'anthropic' || model.provider.startsWith('openai'))
  if (isNative && maker === 'anthropic') return { name, provider: 'anthropic', base_url: null }
  if (isNative && maker === 'openai' && model.provider === 'anthropic')
    return { name, provider: 'openai-responses', base_url: null }
  return { name, provider: model.provider, base_url: model.base_url }
}
