import { isList, isObject, type Json } from '../../json.ts'

/** Path to the first string that holds half a surrogate pair, which no provider accepts. */
export function findLoneSurrogate(value: Json | undefined): string | undefined {
  return find(value)?.replace(/^\./, '')
}

/** Builds the path on the way back, so that a sound value costs nothing but the walk. */
function find(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : ''
  if (isList(value)) {
    for (let i = 0; i < value.length; i++) {
      const inside = find(value[i])
      if (inside !== undefined) return `[${i}]${inside}`
    }
    return undefined
  }
  if (!isObject(value)) return undefined
  for (const key of Object.keys(value)) {
    const inside = key.isWellFormed() ? find(value[key]) : ''
    if (inside !== undefined) return `.${key.toWellFormed()}${inside}`
  }
  return undefined
}

/** The value with every lone half replaced by U+FFFD. */
export function mendSurrogates(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed()
  if (isList(value)) return value.map(mendSurrogates)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key.toWellFormed(),
      field === undefined ? field : mendSurrogates(field),
    ]),
  )
}
