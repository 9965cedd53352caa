import type { Config } from './config/schema.ts'
import { mayServe } from './way-to.ts'

type ModelSettings = Config['model']

/** Settings hold for the configured model; another is reached the same way, unless only its maker has it. */
export function otherModel(model: ModelSettings, name: string): ModelSettings {
  if (model.name === name) return model
  const known = model.name === null ? model : { ...model, context_length: null, max_tokens: null }
  return { ...known, name, ...(!mayServe(model, name) && { provider: 'auto' }) }
}
