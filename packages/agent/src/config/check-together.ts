import type { Json } from '@palimpsest/core/json'
import type { ConfigProblem } from './config-problem.ts'
import type { Config } from './schema.ts'

/** Finds values that are each allowed but do not work together. */
export function checkTogether(config: Config, placeOf: (key: string) => string): readonly ConfigProblem[] {
  const { model } = config
  const summary = config.auxiliary.compression
  return [
    ...needs(model.provider === 'custom' && model.base_url === null, 'model.provider', 'custom', 'model.base_url'),
    ...needs(
      model.fallback_provider === 'custom' && model.fallback_base_url === null,
      'model.fallback_provider',
      'custom',
      'model.fallback_base_url',
    ),
    ...needs(
      summary.provider === 'custom' && summary.base_url === null,
      'auxiliary.compression.provider',
      'custom',
      'auxiliary.compression.base_url',
    ),
    ...needs(
      summary.provider === 'command' && summary.command === null,
      'auxiliary.compression.provider',
      'command',
      'auxiliary.compression.command',
    ),
    ...unusedBySummaries(summary),
    ...leavesRoom(model),
  ].map((fault) => ({ place: placeOf(fault.key), ...fault }))
}

type Fault = Omit<ConfigProblem, 'place'> & { readonly key: string }

function needs(isMissing: boolean, key: string, value: string, needed: string): readonly Fault[] {
  if (!isMissing) return []
  return [{ key, value, message: `${key} is ${value}, which needs ${needed}`, remedy: `Set ${needed} first.` }]
}

/** Finds settings that are silently ignored, as summaries are written now. */
function unusedBySummaries({ provider, model, base_url, command }: Summaries): readonly Fault[] {
  const isOwn = provider === 'auto' || provider === 'main'
  const isProgram = provider === 'command'
  const server = 'who serves there, e.g. custom'
  return [
    ...unused(!isProgram && command !== null, 'command', command, { provider, needed: 'command' }),
    ...unused((isOwn || isProgram) && base_url !== null, 'base_url', base_url, { provider, needed: server }),
    ...unused(isProgram && model !== null, 'model', model, { provider, needed: 'who has that model' }),
  ]
}

type Summaries = Config['auxiliary']['compression']

interface Unused {
  readonly provider: Summaries['provider']
  /** The value to set the provider to instead. */
  readonly needed: string
}

function unused(isIt: boolean, name: keyof Summaries, value: Json, { provider, needed }: Unused): readonly Fault[] {
  if (!isIt) return []
  const section = 'auxiliary.compression'
  const key = `${section}.${name}`
  const message = `${key} is ${JSON.stringify(value)}, which nothing uses while ${section}.provider is ${provider}`
  const remedy = `Set ${section}.provider to ${needed}; or take it away: palimpsest config set ${key} null`
  return [{ key, value, message, remedy, isUnused: true }]
}

function leavesRoom({ context_length, max_tokens }: Config['model']): readonly Fault[] {
  if (context_length === null || max_tokens === null || max_tokens < context_length) return []
  const allowed = `less than model.context_length (${context_length})`
  const message = `model.max_tokens cannot be ${max_tokens}; allowed: ${allowed}`
  return [{ key: 'model.max_tokens', value: max_tokens, allowed, message, remedy: 'Lower it, or raise the window.' }]
}
