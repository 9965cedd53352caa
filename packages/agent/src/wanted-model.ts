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
