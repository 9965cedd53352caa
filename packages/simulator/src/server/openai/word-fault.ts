import type { Violation } from '@palimpsest/core/testing'
import type { SettingFault, SettingRule } from '../setting-rule.ts'

/** A wrong setting as OpenAI words it; the rule is the code. */
export function wordFault(fault: SettingFault): Violation {
  const { path, expected, kind, value, bound } = fault
  const say = (rule: string, message: string): Violation => ({ path, rule, message })
  switch (kind) {
    case 'unknown':
      return say('unknown-field', `Unknown parameter: '${path}'.`)
    case 'missing':
      return say('field-missing', `Missing required parameter: '${path}'.`)
    case 'type':
      return say(
        'field-type',
        `Invalid type for '${path}': expected ${names[expected.kind]}, but got ${nameOf(value)} instead.`,
      )
    case 'value': {
      const values = expected.kind === 'one-of' ? expected.values.map((each) => `'${each}'`).join(', ') : ''
      return say('invalid-value', `Invalid value: ${shown(value)}. Supported values are: ${values}.`)
    }
    case 'too-small':
    case 'too-large':
      return wordBound(fault, kind === 'too-small', bound ?? 0)
  }
}

function wordBound({ path, expected, value }: SettingFault, isSmall: boolean, bound: number): Violation {
  const [side, edge, sign] = isSmall ? ['below', 'min', '>='] : ['above', 'max', '<=']
  const say = (rule: string, words: string): Violation => ({ path, rule, message: `Invalid '${path}': ${words}` })
  switch (expected.kind) {
    case 'number':
    case 'integer': {
      const name = expected.kind === 'number' ? 'decimal' : 'integer'
      const words = `${name} ${side} ${edge}imum value. Expected a value ${sign} ${bound}, but got ${shown(value)} instead.`
      return say(`${name}-${side}-${edge}-value`, words)
    }
    case 'text':
      return say(`string-${side}-${edge}-length`, wordLength('a string', { isSmall, bound, size: sizeOf(value) }))
    case 'list':
      return say(`array-${side}-${edge}-length`, wordLength('an array', { isSmall, bound, size: sizeOf(value) }))
    case 'boolean':
    case 'one-of':
    case 'map':
    case 'object':
    case 'variant':
    case 'either':
    case 'any':
      return say(
        `object-${side}-${edge}-properties`,
        `too ${isSmall ? 'few' : 'many'} properties. Expected an object with at ${isSmall ? 'least' : 'most'} ${bound} ` +
          `properties, but got an object with ${sizeOf(value)} properties instead.`,
      )
  }
}

interface Length {
  readonly isSmall: boolean
  readonly bound: number
  readonly size: number
}

function wordLength(what: 'a string' | 'an array', { isSmall, bound, size }: Length): string {
  const name = what.split(' ')[1]
  const [fault, edge] = isSmall ? ['short', 'minimum'] : ['long', 'maximum']
  const got = size === 0 ? `an empty ${name}` : `${what} with length ${size}`
  return `${size === 0 ? `empty ${name}` : `${name} too ${fault}`}. Expected ${what} with ${edge} length ${bound}, but got ${got} instead.`
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? value.length : Object.keys(Object(value)).length
}

const names: Readonly<Record<SettingRule['kind'], string>> = {
  number: 'a decimal',
  integer: 'an integer',
  boolean: 'a boolean',
  text: 'a string',
  'one-of': 'a string',
  list: 'an array',
  map: 'an object',
  object: 'an object',
  variant: 'an object',
  either: 'another type',
  any: 'a value',
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const shown = (value: unknown) => (typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? 'undefined'))
