import { isList, isObject, type Json, type JsonObject } from '../../json.ts'

/** The way a field takes another piece: `append` continues texts and lists, `nest` grows objects by field. */
export type FieldGrowth = 'append' | 'replace' | 'nest'

/** Adds a piece to what is there: what cannot be appended is replaced, and neither null nor '' ever erases. */
export function grow(whole: JsonObject, piece: JsonObject, growth: (key: string) => FieldGrowth): JsonObject {
  const grown = Object.entries(piece).map(([key, value]) => {
    const old = Object.hasOwn(whole, key) ? whole[key] : undefined
    const how = growth(key)
    if (how === 'nest' && isObject(old) && isObject(value)) return [key, grow(old, value, growth)]
    return [key, growValue(old, value, how)]
  })
  return { ...whole, ...Object.fromEntries(grown) }
}

/** Appends every field of a piece. */
export function append(whole: JsonObject, piece: JsonObject): JsonObject {
  return grow(whole, piece, () => 'append')
}

/** Replaces every field that a piece has something to say about. */
export function override(whole: JsonObject, piece: JsonObject): JsonObject {
  return grow(whole, piece, () => 'replace')
}

function growValue(old: Json | undefined, value: Json | undefined, how: FieldGrowth): Json | undefined {
  if (value === null || value === undefined) return old ?? value
  if (old === null || old === undefined) return value
  if (value === '') return old
  if (how === 'append' && typeof old === 'string' && typeof value === 'string') return old + value
  if (how === 'append' && isList(old) && isList(value)) return [...old, ...value]
  return value
}
