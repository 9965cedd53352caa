import type { Environment } from './config/home-paths.ts'
import type { Config } from './config/schema.ts'
import type { WantedModel } from './create-connection.ts'
import { otherModel } from './other-model.ts'
import { type UnclearModel, wayTo } from './way-to.ts'

type Wanted = WantedModel | UnclearModel

/** The model that settings name, if they name one, and the way to it. */
export function wantedModel(model: Config['model'], env: Environment): Wanted | undefined {
  return model.name === null ? undefined : chosenModel(model, model.name, env)
}

/** A model that the user wants to speak with, be it the configured one or another. */
export function chosenModel(model: Config['model'], name: string, env: Environment): Wanted {
  const { context_length, max_tokens, ...own } = otherModel(model, name)
  const way = wayTo(name, own, env)
  return 'kind' in way ? way : { ...way, context_length, max_tokens }
}

/** The model that goes on when the first cannot be reached. */
export function fallbackModel(model: Config['model'], env: Environment): Wanted | undefined {
  const { fallback: name, fallback_provider: provider, fallback_base_url: base_url } = model
  if (name === null) return undefined
  if (provider === null) return wayTo(name, otherModel(base_url === null ? model : { ...model, base_url }, name), env)
  return wayTo(name, { provider, base_url: base_url ?? (provider === model.provider ? model.base_url : null) }, env)
}
