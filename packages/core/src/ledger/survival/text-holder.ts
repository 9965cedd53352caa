/** Four characters, four bits apart and read backwards, so that each is forgotten when the fifth before it comes. */
const gramChars = 4
const gramShift = 4
const gramBits = 16
const gramMask = 0xffff

/** The gram that begins with this character, before the one that begins with the next. */
function gramBefore(gram: number, code: number): number {
  return ((gram >>> gramShift) ^ (code << (gramBits / 2))) & gramMask
}

/** Answers which of many facts a long text holds. */
export function textHolder(text: string): (fact: string) => boolean {
  return indexText(text).holds
}

/** A text indexed once, so that facts are searched for only where four of their characters occur. */
export interface IndexedText {
  readonly text: string
  holds(fact: string): boolean
  /** Every place where it begins, in order. */
  placesOf(fact: string): readonly number[]
}

export function indexText(text: string): IndexedText {
  const grams = gramsOf(text)
  return {
    text,
    holds: (fact) => {
      let isHeld = false
      look(text, fact, grams, () => {
        isHeld = true
        return false
      })
      return isHeld
    },
    placesOf: (fact) => {
      const places: number[] = []
      look(text, fact, grams, (at) => places.push(at) > 0)
      return places
    },
  }
}

/** Places are counted from 1; 0 means none. */
interface Grams {
  /** The first place of each gram. */
  readonly first: Int32Array
  /** The next place of the gram that begins at a place. */
  readonly next: Int32Array
}

function gramsOf(text: string): Grams {
  const first = new Int32Array(gramMask + 1)
  const next = new Int32Array(text.length)
  // Made before the loop, since engines that compile a loop while it runs know nothing of what comes after.
  const grams = { first, next }
  for (let at = text.length - 1, gram = 0; at >= 0; at--) {
    gram = gramBefore(gram, text.charCodeAt(at))
    next[at] = first[gram] ?? 0
    first[gram] = at + 1
  }
  return grams
}

/** Takes every place in order where a fact begins, as long as `take` wants more. */
function look(text: string, fact: string, grams: Grams, take: (at: number) => boolean): void {
  if (fact.length < gramChars) {
    for (let at = text.indexOf(fact); at !== -1 && take(at); ) at = at < text.length ? text.indexOf(fact, at + 1) : -1
    return
  }
  const { gram, offset } = rarest(fact, grams)
  for (let place = grams.first[gram] ?? 0; place !== 0; place = grams.next[place - 1] ?? 0) {
    const at = place - 1 - offset
    if (at >= 0 && text.startsWith(fact, at) && !take(at)) return
  }
}

/** The gram of a fact whose first place in the text is latest, so it is rare there, and its offset in the fact. */
function rarest(fact: string, { first }: Grams): { readonly gram: number; readonly offset: number } {
  let latest = -1
  let rare = 0
  let offset = 0
  for (let at = fact.length - 1, gram = 0; at >= 0 && latest !== 0; at--) {
    gram = gramBefore(gram, fact.charCodeAt(at))
    if (at > fact.length - gramChars) continue
    const place = first[gram] ?? 0
    if (place !== 0 && place <= latest) continue
    latest = place
    rare = gram
    offset = at
  }
  return { gram: rare, offset }
}
