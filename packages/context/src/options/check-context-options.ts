import type { CompressionSettings, ContextOptions } from './context-options.ts'
import { type ContextEnvironment, modeOf } from './settings.ts'

/** What an option may be, in words and as a check. */
interface Allowed {
  readonly words: string
  readonly is: (value: unknown) => boolean
}

/** Options of which each is allowed, and what was wrong with the others. */
export interface CheckedOptions {
  readonly options: ContextOptions
  readonly faults: readonly string[]
}

/** Leaves out what is not allowed, so that the default counts there, and says so. */
export function checkContextOptions(given: unknown, env: ContextEnvironment): CheckedOptions {
  const faults: string[] = []
  const checked = kept(isRecord(given) ? given : {}, optionChecks, '', faults)
  const compression = isRecord(checked.compression)
    ? kept(checked.compression, compressionChecks, 'compression.', faults)
    : {}
  const word = env.PALIMPSEST?.trim() ?? ''
  if (word !== '' && modeOf(word) === undefined)
    faults.push(`PALIMPSEST in the environment is ${shown(word)}; allowed are off, observe and compress.`)
  return { options: { ...checked, compression } as ContextOptions, faults }
}

const compressionChecks: Readonly<Record<keyof CompressionSettings, Allowed>> = {
  enabled: oneOf(true, false),
  threshold: { words: 'a number above 0 and at most 1', is: (value) => isWithin(value, 0, 1) && value !== 0 },
  target_ratio: { words: 'a number of at least 0.1 and at most 0.8', is: (value) => isWithin(value, 0.1, 0.8) },
  protect_last_n: wholeFrom(1),
  protect_first_n: wholeFrom(0),
  trigger: oneOf('fraction', 'economic'),
}

const aFunction: Allowed = { words: 'a function', is: (value) => typeof value === 'function' }

const optionChecks: Readonly<Record<keyof ContextOptions, Allowed>> = {
  store: {
    words: 'a path, a postgres:// URL, or a store',
    is: (value) => (typeof value === 'string' && value !== '') || isRecord(value),
  },
  compression: { words: 'an object', is: isRecord },
  mode: oneOf('off', 'observe', 'compress'),
  contextLength: { words: 'a number above 0', is: (value) => isWithin(value, 0, Number.MAX_VALUE) && value !== 0 },
  summarizer: {
    words: '"none", "main", or { name, contextTokens, write(prompt, signal) }',
    is: (value) => value === 'none' || value === 'main' || isSummaryModel(value),
  },
  caching: oneOf('keep', 'plan'),
  identify: aFunction,
  onEvent: aFunction,
}

function kept(
  given: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Allowed>>,
  prefix: string,
  faults: string[],
): Readonly<Record<string, unknown>> {
  const good = Object.entries(given).filter(([key, value]) => {
    const allowed = Object.hasOwn(checks, key) ? checks[key] : undefined
    if (allowed === undefined) faults.push(unknownKey(key, Object.keys(checks), prefix))
    else if (value !== undefined && !allowed.is(value)) faults.push(fault(prefix + key, value, allowed.words))
    return value !== undefined && allowed?.is(value) === true
  })
  return Object.fromEntries(good)
}

function unknownKey(key: string, known: readonly string[], prefix: string): string {
  const plain = (name: string) => name.replaceAll('_', '').toLowerCase()
  const meant = known.find((name) => plain(name) === plain(key))
  const remedy = meant === undefined ? `Known are ${known.join(', ')}.` : `Write \`${prefix}${meant}\`.`
  return `There is no option \`${prefix}${key}\`, so it does nothing. ${remedy}`
}

function fault(key: string, value: unknown, allowed: string): string {
  return `The option \`${key}\` is ${shown(value)}; allowed is ${allowed}. The default is used.`
}

/** A value in a sentence: its kind where its text may be long or say too much. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 60))
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Error) return 'an error'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function oneOf(...values: readonly (string | boolean)[]): Allowed {
  return {
    words: values.map((value) => JSON.stringify(value)).join(' or '),
    is: (value) => values.includes(value as string),
  }
}

function wholeFrom(least: number): Allowed {
  return {
    words: `a whole number of at least ${least}`,
    is: (value) => Number.isInteger(value) && isWithin(value, least, Number.MAX_VALUE),
  }
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSummaryModel(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { name, contextTokens, write } = value
  return (
    typeof name === 'string' && typeof contextTokens === 'number' && contextTokens > 0 && typeof write === 'function'
  )
}
