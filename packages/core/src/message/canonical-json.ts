import { isList, isObject, type Json } from '../json.ts'

/** Deeper values are compared as they are written: nobody means them. */
const maxLevels = 100

/**
 * One spelling for all spellings of a value: no spaces, and keys in order. `undefined` where this cannot distinguish
 * the value from others: it is too deep, or has a number that lost digits when it was read.
 */
export function canonicalJson(value: Json, levels = maxLevels): string | undefined {
  if (typeof value === 'number') return isExact(value) ? String(value) : undefined
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (levels === 0) return undefined
  let written = ''
  for (const [name, each] of entriesOf(value)) {
    const inner = canonicalJson(each, levels - 1)
    if (inner === undefined) return undefined
    written += `${written === '' ? '' : ','}${name}${inner}`
  }
  return isList(value) ? `[${written}]` : `{${written}}`
}

function entriesOf(value: Json): readonly (readonly [string, Json])[] {
  if (isList(value)) return value.map((each) => ['', each] as const)
  if (!isObject(value)) return []
  const names = Object.keys(value).sort()
  return names.flatMap((name) => {
    const each = value[name]
    return each === undefined ? [] : [[`${JSON.stringify(name)}:`, each] as const]
  })
}

function isExact(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value)
}
