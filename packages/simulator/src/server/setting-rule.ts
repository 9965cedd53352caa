import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'

/** The values that a setting of a request may hold. */
export type SettingRule =
  | { readonly kind: 'number' | 'integer'; readonly least?: number; readonly most?: number }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'text'; readonly leastChars?: number; readonly mostChars?: number }
  | { readonly kind: 'one-of'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: SettingRule; readonly most?: number }
  | { readonly kind: 'map'; readonly of: SettingRule; readonly most?: number }
  | { readonly kind: 'object'; readonly fields: Settings; readonly required?: readonly string[] }
  | { readonly kind: 'any' }
  /** Distinguished by `type`; what no variant describes is refused. */
  | { readonly kind: 'variant'; readonly of: Readonly<Record<string, SettingRule>> }
  /** Anything that fits one of them; faults are those of the last. */
  | { readonly kind: 'either'; readonly of: readonly SettingRule[] }

export type Settings = Readonly<Record<string, SettingRule>>

/** One way in which a setting is not what it may be. Each API words it for itself. */
export interface SettingFault {
  readonly path: string
  readonly value: Json | undefined
  readonly expected: SettingRule
  readonly kind: 'type' | 'too-small' | 'too-large' | 'value' | 'unknown' | 'missing'
  /** The bound that is broken. */
  readonly bound?: number
}

/** Judges the settings that are there; `null` is an absent one. */
export function* checkSettings(body: JsonObject, settings: Settings, path = ''): Generator<SettingFault> {
  for (const [name, expected] of Object.entries(settings)) {
    const value = body[name] ?? undefined
    if (value !== undefined) yield* checkSetting(value, expected, path === '' ? name : `${path}.${name}`)
  }
}

function* checkSetting(value: Json, expected: SettingRule, path: string): Generator<SettingFault> {
  const fault = (kind: SettingFault['kind'], bound?: number): SettingFault => ({
    path,
    value,
    expected,
    kind,
    ...(bound !== undefined && { bound }),
  })
  switch (expected.kind) {
    case 'any':
      return
    case 'number':
    case 'integer':
      if (typeof value !== 'number' || (expected.kind === 'integer' && !Number.isInteger(value))) yield fault('type')
      else yield* bounded(value, expected.least, expected.most, fault)
      return
    case 'boolean':
      if (typeof value !== 'boolean') yield fault('type')
      return
    case 'text':
      if (typeof value !== 'string') yield fault('type')
      else yield* bounded(value.length, expected.leastChars, expected.mostChars, fault)
      return
    case 'one-of':
      if (typeof value !== 'string' || !expected.values.includes(value)) yield fault('value')
      return
    case 'list':
      if (!isList(value)) yield fault('type')
      else {
        yield* bounded(value.length, undefined, expected.most, fault)
        for (const [i, item] of value.entries()) yield* checkSetting(item, expected.of, `${path}[${i}]`)
      }
      return
    case 'map':
    case 'object':
    case 'variant':
      if (!isObject(value)) yield fault('type')
      else yield* checkFields(value, expected, path, fault)
      return
    case 'either': {
      const faults = expected.of.map((each) => [...checkSetting(value, each, path)])
      if (faults.every((each) => each.length > 0)) yield* faults.at(-1) ?? []
    }
  }
}

type Blame = (kind: SettingFault['kind'], bound?: number) => SettingFault

function* bounded(size: number, least: number | undefined, most: number | undefined, fault: Blame) {
  if (least !== undefined && size < least) yield fault('too-small', least)
  if (most !== undefined && size > most) yield fault('too-large', most)
}

type Fields = Extract<SettingRule, { readonly kind: 'map' | 'object' | 'variant' }>

function* checkFields(value: JsonObject, expected: Fields, path: string, fault: Blame): Generator<SettingFault> {
  if (expected.kind === 'map') {
    yield* bounded(Object.keys(value).length, undefined, expected.most, fault)
    for (const [name, each = null] of Object.entries(value)) yield* checkSetting(each, expected.of, `${path}.${name}`)
  } else if (expected.kind === 'variant') yield* checkVariant(value, expected.of, path)
  else yield* checkObject(value, expected, path)
}

function* checkVariant(value: JsonObject, variants: Settings, path: string): Generator<SettingFault> {
  const { type } = value
  const variant = typeof type === 'string' && Object.hasOwn(variants, type) ? variants[type] : undefined
  const expected: SettingRule = { kind: 'one-of', values: Object.keys(variants) }
  if (variant === undefined) yield { path: `${path}.type`, value: type, expected, kind: 'value' }
  else yield* checkSetting(value, variant, path)
}

function* checkObject(
  value: JsonObject,
  { fields, required = [] }: Extract<SettingRule, { readonly kind: 'object' }>,
  path: string,
): Generator<SettingFault> {
  for (const name of Object.keys(value)) {
    if (name === 'type' || Object.hasOwn(fields, name)) continue
    yield { path: `${path}.${name}`, value: value[name], expected: { kind: 'any' }, kind: 'unknown' }
  }
  for (const name of required) {
    if ((value[name] ?? undefined) !== undefined) continue
    yield { path: `${path}.${name}`, value: undefined, expected: fields[name] ?? { kind: 'any' }, kind: 'missing' }
  }
  yield* checkSettings(value, fields, path)
}
