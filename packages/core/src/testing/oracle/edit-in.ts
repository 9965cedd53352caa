import { isList, isObject, type Json } from '../../json.ts'

/** A copy with one value changed, at a dotted path such as `messages.2.content.0.id`; `undefined` takes it away. */
export function editIn(value: Json, path: string, edit: (old: Json | undefined) => Json | undefined): Json {
  return step(value, path.split('.'), edit) ?? null
}

/** A copy with one value replaced; `undefined` takes it away. */
export function setIn(value: Json, path: string, next: Json | undefined): Json {
  return editIn(value, path, () => next)
}

function step(
  value: Json | undefined,
  [key, ...rest]: readonly string[],
  edit: (old: Json | undefined) => Json | undefined,
): Json | undefined {
  if (key === undefined) return edit(value)
  if (isList(value)) {
    const i = Number(key)
    const next = step(value[i], rest, edit)
    return [...value.slice(0, i), ...(next === undefined ? [] : [next]), ...value.slice(i + 1)]
  }
  const { [key]: old, ...others } = isObject(value) ? value : {}
  const next = step(old, rest, edit)
  return next === undefined ? others : { ...others, [key]: next }
}
