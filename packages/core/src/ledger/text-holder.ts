/** Four characters, four bits apart and read backwards, so that each is forgotten when the fifth before it comes. */
const gramChars = 4
const gramShift = 4
const gramBits = 16
const gramMask = 0xffff

/** The gram that begins with this character, before the one that begins with the next. */
export function gramBefore(gram: number, code: number): number {
  return ((gram >>> gramShift) ^ (code << (gramBits / 2))) & gramMask
}

/** Answers which of many facts a long text holds: four characters that are rare in it tell where a search may begin, if at all. */
export function textHolder(text: string): (fact: string) => boolean {
  const places = firstPlaces(text)
  return (fact) => {
    const from = earliest(places, fact)
    return from !== undefined && text.includes(fact, from)
  }
}

/** Where each four characters stand first, counted from 1; 0 where they never meet. */
function firstPlaces(text: string): Int32Array {
  const places = new Int32Array(gramMask + 1)
  for (let at = text.length - 1, gram = 0; at >= 0; at--) {
    gram = gramBefore(gram, text.charCodeAt(at))
    places[gram] = at + 1
  }
  return places
}

/** No place before this one can hold the fact; `undefined` when none can. */
function earliest(places: Int32Array, fact: string): number | undefined {
  let from = 0
  for (let at = fact.length - 1, gram = 0; at >= 0; at--) {
    gram = gramBefore(gram, fact.charCodeAt(at))
    if (at > fact.length - gramChars) continue
    const place = places[gram] ?? 0
    if (place === 0) return undefined
    from = Math.max(from, place - 1 - at)
  }
  return from
}

/** Marks the grams with which a text can begin that begins with one of these; what follows a short one may be anything. */
export function openingGrams(openings: Iterable<string>): Uint8Array {
  const marked = new Uint8Array(gramMask + 1)
  for (const opening of openings) {
    let gram = 0
    for (let at = Math.min(opening.length, gramChars) - 1; at >= 0; at--)
      gram = gramBefore(gram, opening.charCodeAt(at))
    const open = 1 << (gramBits - gramShift * Math.min(opening.length, gramChars))
    for (let after = 0; after < open; after++) marked[gram ^ after] = 1
  }
  return marked
}
