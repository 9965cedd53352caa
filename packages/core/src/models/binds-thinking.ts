import type { ModelInfo } from './model-info.ts'
import { normaliseModelName } from './normalise-model-name.ts'

/** The first version of each family that binds its thinking; later ones are taken to do the same. */
const firstBinding: Readonly<Record<string, number>> = {
  fable: 5.01,
  mythos: 5.01,
  opus: 5.05,
  sonnet: 5.05,
  haiku: 5.05,
}

const claudeName = /^claude-(fable|mythos|opus|sonnet|haiku)-(\d)(?!\d)(?:-(\d{1,2})(?!\d))?/

/**
 * True when a model takes thinking back only after the exact conversation that it was written in. A Claude model that
 * the catalogue does not know yet is judged by its version: leaving thinking out costs less than a refused request.
 */
export function bindsThinking(name: string, info: ModelInfo | undefined): boolean {
  if (info?.bindsThinking !== undefined) return info.bindsThinking
  const [, family = '', major = '0', minor = '0'] = claudeName.exec(normaliseModelName(name)) ?? []
  return Number(major) + Number(minor) / 100 >= (firstBinding[family] ?? Number.POSITIVE_INFINITY)
}
