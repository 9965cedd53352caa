import { createCatalogue } from '@palimpsest/core'
import type { Config } from './config/schema.ts'
import type { WantedModel } from './create-line.ts'

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
