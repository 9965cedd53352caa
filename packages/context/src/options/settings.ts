import { type BudgetOptions, budgetDefaults } from '@palimpsest/core/budget'
import type { CompressionSettings, ContextMode, ContextOptions } from './context-options.ts'

/** Variables of the environment, as Node gives them. */
export type ContextEnvironment = Readonly<Record<string, string | undefined>>

/** The options with their defaults, and what the environment says. */
export interface ContextSettings {
  readonly mode: ContextMode
  readonly isEnabled: boolean
  readonly budget: Required<BudgetOptions>
  readonly trigger: CompressionSettings['trigger']
  readonly contextLength?: number
  readonly summarizer: NonNullable<ContextOptions['summarizer']>
  readonly caching?: 'keep' | 'plan'
}

/** The environment decides over the code: whoever runs a program must be able to turn this off. */
export function readSettings(options: ContextOptions, env: ContextEnvironment): ContextSettings {
  const { compression = {}, contextLength, summarizer = 'none', caching } = options
  return {
    mode: modeOf(env.PALIMPSEST) ?? options.mode ?? 'compress',
    isEnabled: (compression.enabled ?? true) && !isSwitchedOn(env.DISABLE_AUTO_COMPACT),
    budget: {
      threshold: compression.threshold ?? budgetDefaults.threshold,
      targetRatio: compression.target_ratio ?? budgetDefaults.targetRatio,
      protectLastN: compression.protect_last_n ?? budgetDefaults.protectLastN,
      protectFirstN: compression.protect_first_n ?? budgetDefaults.protectFirstN,
    },
    trigger: compression.trigger ?? 'fraction',
    summarizer,
    ...(contextLength !== undefined && { contextLength }),
    ...(caching !== undefined && { caching }),
  }
}

const modes: readonly ContextMode[] = ['off', 'observe', 'compress']

/** The words that people switch things off with mean the same. */
export function modeOf(word: string | undefined): ContextMode | undefined {
  const plain = word?.trim().toLowerCase()
  if (plain === '0' || plain === 'false' || plain === 'no') return 'off'
  return modes.find((mode) => mode === plain)
}

function isSwitchedOn(word: string | undefined): boolean {
  const plain = word?.trim().toLowerCase() ?? ''
  return plain !== '' && plain !== '0' && plain !== 'false' && plain !== 'no'
}
