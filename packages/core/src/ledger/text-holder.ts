/** Four characters, four bits apart, so that each is forgotten when the fifth comes. */
const gramShift = 4
const gramMask = 0xffff
const gramChars = 4

/** Answers which of many facts a long text holds: four characters that are rare in it tell where a search may begin, if at all. */
export function textHolder(text: string): (fact: string) => boolean {
  const ends = firstEnds(text)
  return (fact) => {
    const from = earliest(ends, fact)
    return from !== undefined && text.includes(fact, from)
  }
}

/** Where each four characters stand first, by the place after them; 0 where they never meet. */
function firstEnds(text: string): Int32Array {
  const ends = new Int32Array(gramMask + 1)
  for (let at = 0, gram = 0; at < text.length; at++) {
    gram = ((gram << gramShift) ^ text.charCodeAt(at)) & gramMask
    if (ends[gram] === 0) ends[gram] = at + 1
  }
  return ends
}

/** No place before this one can hold the fact; `undefined` when none can. */
function earliest(ends: Int32Array, fact: string): number | undefined {
  let from = 0
  for (let at = 0, gram = 0; at < fact.length; at++) {
    gram = ((gram << gramShift) ^ fact.charCodeAt(at)) & gramMask
    const end = at < gramChars - 1 ? at + 1 : (ends[gram] ?? 0)
    if (end === 0) return undefined
    from = Math.max(from, end - at - 1)
  }
  return from
}
