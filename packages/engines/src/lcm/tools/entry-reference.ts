import { type EntryId, entryId, isList, isObject, type Json } from '@palimpsest/core/engine'

/** What a model names: a message by its place, a stretch by its ends, or an entry by its id. */
export type EntryReference =
  | { readonly kind: 'message'; readonly at: number }
  | { readonly kind: 'range'; readonly first: number; readonly last: number; readonly isSwapped: boolean }
  | { readonly kind: 'id'; readonly id: EntryId }

/** Reads `#57`, `57`, `message 57`, `#12-80`, `12..80`, `#0-900 > #12-80`, `[12, 80]` or an id; `undefined` for nothing. */
export function readReference(value: Json | undefined): EntryReference | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 ? { kind: 'message', at: value } : undefined
  if (typeof value === 'string') return readText(value)
  if (isList(value)) {
    const [first, last] = value
    if (first === undefined || value.length > 2) return undefined
    return value.length === 1 || last === undefined ? readReference(first) : between(first, last)
  }
  return isObject(value) ? readObject(value) : undefined
}

const oneMessage = /^#?(\d{1,9})$/
const twoEnds = /^#?(\d{1,9})\s{0,9}(?:-|–|—|:|,|\.\.\.?|to|through)\s{0,9}#?(\d{1,9})$/i
/** As hits are listed: the number, and then who said it. */
const listed = /^#(\d{1,9}(?:-\d{1,9})?)\s/
const spokenOf = /^(?:messages?|nodes?|records?|entry|entries|range|number|no\.)\s+/i
/** Nobody names an entry with more. */
const mostChars = 400

function readText(text: string): EntryReference | undefined {
  const last = text.slice(-mostChars).split('>').at(-1) ?? ''
  const plain = last
    .replace(/["'`[\]()]/g, ' ')
    .trim()
    .replace(spokenOf, '')
  const name = listed.exec(plain)?.[1] ?? plain
  const at = oneMessage.exec(name)?.[1]
  if (at !== undefined) return { kind: 'message', at: Number(at) }
  const ends = twoEnds.exec(name)
  if (ends !== null) return between(ends[1] ?? '', ends[2] ?? '')
  const id = text.trim()
  return id === '' || id.length > mostChars ? undefined : { kind: 'id', id: entryId(id) }
}

function readObject(value: { readonly [key: string]: Json | undefined }): EntryReference | undefined {
  const first = value.first ?? value.from ?? value.start
  const last = value.last ?? value.to ?? value.end
  if (first !== undefined && last !== undefined) return between(first, last)
  return readReference(first ?? value.id ?? value.number ?? value.index)
}

function between(first: Json, last: Json): EntryReference | undefined {
  const ends = [placeOf(first), placeOf(last)]
  const [from, to] = ends
  if (from === undefined || to === undefined) return undefined
  return { kind: 'range', first: Math.min(from, to), last: Math.max(from, to), isSwapped: from > to }
}

function placeOf(value: Json): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : ''
  const place = oneMessage.exec(text)?.[1]
  return place === undefined ? undefined : Number(place)
}
