/** Facts of one kind by key, bounded in bytes. Its order is that of the last touch, so that a reload changes nothing. */
export interface BoundedFacts<Fact> {
  get(key: string): Fact | undefined
  has(key: string): boolean
  /** Puts a fact at the newest place. */
  put(key: string, fact: Fact): void
  /** Changes a fact in place. */
  change(key: string, fact: Fact): void
  delete(key: string): void
  values(): readonly Fact[]
  /** Lets go of the least important facts when there are too many bytes; `now` is the number of the newest message. */
  trim(now: number): void
  /** The number of missed facts let go so far. A method, for an engine gives every object with a getter a shape of its own. */
  dropped(): number
}

/** The facts to begin with, and the bytes of JSON they may take. */
export interface BoundedFactsOptions<Fact> {
  readonly facts: readonly Fact[]
  readonly key: (fact: Fact) => string
  readonly mostBytes: number
  readonly dropped: number
  /** Of a fact, at its place in the order: the least important go first. */
  readonly importance: (fact: Fact, now: number, place: number) => number
  /** False for a fact that does not count when it is let go. @default always true */
  readonly isMissed?: (fact: Fact) => boolean
  /** Trimming goes down to this share of the bound, so that it is rare. @default 0.85 */
  readonly keptShare?: number
}

/** Only the facts in it trigger a trimming. */
const usualShare = 0.85

interface Kept<Fact> {
  readonly fact: Fact
  readonly bytes: number
}

export function createBoundedFacts<Fact extends object>(options: BoundedFactsOptions<Fact>): BoundedFacts<Fact> {
  const { key, mostBytes, importance, isMissed = () => true, keptShare = usualShare } = options
  const kept = new Map<string, Kept<Fact>>()
  let total = 0
  let { dropped } = options
  const remove = (name: string) => {
    total -= kept.get(name)?.bytes ?? 0
    kept.delete(name)
  }
  const change = (name: string, fact: Fact) => {
    const bytes = jsonBytes(fact)
    total += bytes - (kept.get(name)?.bytes ?? 0)
    kept.set(name, { fact, bytes })
  }
  for (const fact of options.facts) change(key(fact), fact)
  return {
    get: (name) => kept.get(name)?.fact,
    has: (name) => kept.has(name),
    put: (name, fact) => {
      const bytes = jsonBytes(fact)
      total += bytes - (kept.get(name)?.bytes ?? 0)
      kept.delete(name)
      kept.set(name, { fact, bytes })
    },
    change,
    delete: remove,
    values: () => [...kept.values()].map(({ fact }) => fact),
    trim: (now) => {
      if (total <= mostBytes) return
      const names = [...kept.keys()]
      const worths = new Float64Array(names.length)
      let place = 0
      for (const { fact } of kept.values()) worths[place] = importance(fact, now, place++)
      while (total > mostBytes * keptShare) {
        const least = leastOf(worths)
        const name = names[least]
        if (name === undefined) return
        worths[least] = gone
        const fact = kept.get(name)?.fact
        if (fact !== undefined && isMissed(fact)) dropped++
        remove(name)
      }
    },
    dropped: () => dropped,
  }
}

/** Worth more than any fact, so that it is never the least. */
const gone = Number.POSITIVE_INFINITY

/** The first place of the least number, or -1. A few of many go at a time: to sort them all would take longer. */
function leastOf(worths: Float64Array): number {
  let least = -1
  let worth = gone
  for (let place = 0; place < worths.length; place++) {
    const each = worths[place] ?? gone
    if (each < worth) {
      least = place
      worth = each
    }
  }
  return least
}

/** Bytes of a fact as JSON in UTF-8, a little too many rather than too few; writing it out to see would take longer. */
export function jsonBytes(fact: object): number {
  let bytes = 3
  for (const name in fact) {
    const value: unknown = fact[name as keyof typeof fact]
    bytes += name.length + 4
    if (typeof value === 'string') bytes += textBytes(value) + 2
    else bytes += typeof value === 'object' && value !== null ? jsonBytes(value) : 7
  }
  return bytes
}

/** Text of which every character is a byte of JSON. */
const plain = /^[ !#-[\]-~]*$/

function textBytes(text: string): number {
  const { length } = text
  if (plain.test(text)) return length
  let bytes = length
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i)
    if (code < 32) bytes += code === 10 || code === 9 ? 1 : 5
    else if (code === 34 || code === 92) bytes++
    else if (code > 127) bytes += code < 2048 ? 1 : 2
  }
  return bytes
}
