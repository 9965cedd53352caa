import { isList, isObject, type Json } from '../../json.ts'

/** Path to the first string that holds half a surrogate pair, which no provider accepts. */
export function findLoneSurrogate(value: Json | undefined, path = ''): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : path
  if (isList(value)) return first(value.map((item, i) => () => findLoneSurrogate(item, `${path}[${i}]`)))
  if (!isObject(value)) return undefined
  return first(
    Object.entries(value).map(
      ([key, field]) =>
        () =>
          findLoneSurrogate(field, path === '' ? key : `${path}.${key}`),
    ),
  )
}

function first(searches: readonly (() => string | undefined)[]): string | undefined {
  for (const search of searches) {
    const found = search()
    if (found !== undefined) return found
  }
  return undefined
}

/** The value with every lone half replaced by U+FFFD. */
export function mendSurrogates(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed()
  if (isList(value)) return value.map(mendSurrogates)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key, field === undefined ? field : mendSurrogates(field)]),
  )
}
