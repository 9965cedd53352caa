import type { ConfigProblem } from './config-problem.ts'
import type { Config } from './schema.ts'

/** What is wrong with values that are each allowed but do not go together. */
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
    ...leavesRoom(model),
  ].map((fault) => ({ place: placeOf(fault.key), ...fault }))
}

type Fault = Omit<ConfigProblem, 'place'> & { readonly key: string }

function needs(isMissing: boolean, key: string, value: string, needed: string): readonly Fault[] {
  if (!isMissing) return []
  return [{ key, value, message: `${key} is ${value}, which needs ${needed}`, remedy: `Set ${needed} first.` }]
}

function leavesRoom({ context_length, max_tokens }: Config['model']): readonly Fault[] {
  if (context_length === null || max_tokens === null || max_tokens < context_length) return []
  const allowed = `less than model.context_length (${context_length})`
  const message = `model.max_tokens cannot be ${max_tokens}; allowed: ${allowed}`
  return [{ key: 'model.max_tokens', value: max_tokens, allowed, message, remedy: 'Lower it, or raise the window.' }]
}
