import { defined } from '../json.ts'
import { catalogue } from './catalogue.ts'
import type { ModelInfo } from './model-info.ts'
import { normaliseModelName } from './normalise-model-name.ts'

/** A user's correction: fields laid over the model that `id` finds, or a whole model of their own. */
export type ModelOverride = Partial<ModelInfo> & { readonly id: string }

/** Models by name. */
export interface Catalogue {
  /** The model that a name means, or `undefined` rather than a relative of it. */
  find(name: string): ModelInfo | undefined
  readonly models: readonly ModelInfo[]
  /** Overrides that were left out: they name no known model and say nothing of the context window. */
  readonly incomplete: readonly string[]
}

/**
 * Suffixes that may follow a model's name without naming another model: a date, a snapshot, a release stage, a
 * weights format. Anything else (`-mini`, `-pro`, `-fast`, a further version number) is another model with other
 * limits and prices.
 */
const sameModel = /^(?:-(?:0|v\d|\d{3,8}|\d{4}-\d\d-\d\d|\d\d-\d\d(?:\d\d)?|latest|preview|exp|beta|instruct|it|fp8))*$/

/** A name with a route or a tag (`azure/x`, `x:free`) was meant for that one way to the model. */
const routed = /[/:@]/

/** The catalogue with a user's overrides, which win over it; a routed override holds for exactly its name. */
export function createCatalogue(overrides: readonly ModelOverride[] = []): Catalogue {
  const byKey = new Map<string, ModelInfo>()
  const byName = new Map<string, ModelInfo>()
  const incomplete: string[] = []
  for (const model of catalogue) index(byKey, model)
  for (const override of overrides) {
    const model = complete(override, lookUp(byKey, override.id))
    if (model === undefined) incomplete.push(override.id)
    else if (routed.test(override.id)) byName.set(override.id.trim().toLowerCase(), model)
    else index(byKey, model)
  }
  return {
    find: (name) => byName.get(name.trim().toLowerCase()) ?? lookUp(byKey, name),
    models: [...new Set([...byName.values(), ...byKey.values()])],
    incomplete,
  }
}

function index(byKey: Map<string, ModelInfo>, model: ModelInfo): void {
  for (const name of [model.id, ...(model.aliases ?? [])]) byKey.set(normaliseModelName(name), model)
}

/** A snapshot's own entry does not inherit aliases: they keep meaning the model it was laid over. */
function complete(override: ModelOverride, base: ModelInfo | undefined): ModelInfo | undefined {
  const { contextTokens = base?.contextTokens, provider = base?.provider ?? 'custom' } = override
  if (contextTokens === undefined) return undefined
  const isSame = base !== undefined && normaliseModelName(base.id) === normaliseModelName(override.id)
  const aliases = override.aliases ?? (isSame ? base.aliases : undefined)
  return defined({ ...base, ...defined(override), contextTokens, provider, aliases })
}

function lookUp(byKey: ReadonlyMap<string, ModelInfo>, name: string): ModelInfo | undefined {
  const full = normaliseModelName(name)
  for (let end = full.length; end > 0; end = full.lastIndexOf('-', end - 1)) {
    const model = byKey.get(full.slice(0, end))
    if (model !== undefined) return sameModel.test(full.slice(end)) ? model : undefined
  }
  return undefined
}
