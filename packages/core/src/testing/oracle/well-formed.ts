import { isList, isObject, type Json } from '../../json.ts'
import { fieldPath } from './shape.ts'

/** The paths of all strings, keys included, that hold half of a surrogate pair: no JSON reader takes them. */
export function* brokenStrings(
  value: Json | undefined,
  path: string,
  itemPath: (path: string, i: number) => string,
): Generator<string> {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) yield path
  } else if (isList(value)) {
    for (const [i, item] of value.entries()) yield* brokenStrings(item, itemPath(path, i), itemPath)
  } else if (isObject(value)) {
    for (const [key, field] of Object.entries(value)) {
      if (!key.isWellFormed()) yield path
      yield* brokenStrings(field, fieldPath(path, key), itemPath)
    }
  }
}
