/** The place in a text that looks most like what was sought. */
export interface NearestMatch {
  /** From 1. */
  readonly line: number
  readonly text: string
  /** They differ in nothing but spaces, tabs and line ends. */
  readonly isSpacing: boolean
}

const mostLines = 50_000
const mostLineChars = 400

/** Finds the stretch of lines that most likely was meant; `undefined` when nothing is like it. */
export function nearestMatch(text: string, sought: string): NearestMatch | undefined {
  const lines = text.split('\n').slice(0, mostLines)
  const wanted = sought.replace(/\n$/, '').split('\n')
  const start = startByVotes(lines, wanted) ?? startByLikeness(lines, wanted)
  if (start === undefined) return undefined
  const found = lines.slice(start, start + wanted.length).join('\n')
  return { line: start + 1, text: found, isSpacing: squeezed(found) === squeezed(sought) }
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Each line that occurs in the text, spacing aside, votes for where the stretch would start. */
function startByVotes(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const places = new Map<string, number[]>()
  const sought = new Set(wanted.map(squeezed).filter((line) => line.length > 1))
  lines.forEach((line, at) => {
    const key = squeezed(line)
    if (!sought.has(key)) return
    const known = places.get(key)
    if (known === undefined) places.set(key, [at])
    else if (known.length < 100) known.push(at)
  })
  const votes = new Map<number, number>()
  wanted.forEach((line, offset) => {
    for (const at of places.get(squeezed(line)) ?? []) {
      const start = Math.max(0, at - offset)
      votes.set(start, (votes.get(start) ?? 0) + 1)
    }
  })
  return best(votes)
}

/** Two lines that share half their pairs of characters are taken to be alike. */
const leastLikeness = 0.5

function startByLikeness(lines: readonly string[], wanted: readonly string[]): number | undefined {
  const offset = wanted.findIndex((line) => squeezed(line).length > 1)
  const pairs = pairsOf(wanted[offset] ?? '')
  if (pairs.size === 0) return undefined
  const scores = new Map<number, number>()
  lines.forEach((line, at) => {
    const likeness = likenessOf(pairs, pairsOf(line))
    if (likeness >= leastLikeness) scores.set(Math.max(0, at - offset), likeness)
  })
  return best(scores)
}

function best(scores: ReadonlyMap<number, number>): number | undefined {
  let top: readonly [number, number] | undefined
  for (const entry of scores) if (top === undefined || entry[1] > top[1]) top = entry
  return top?.[0]
}

function pairsOf(line: string): ReadonlySet<string> {
  const text = squeezed(line.slice(0, mostLineChars)).toLowerCase()
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < text.length; at++) pairs.add(text.slice(at, at + 2))
  return pairs
}

function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const pair of a) if (b.has(pair)) shared++
  return (2 * shared) / (a.size + b.size)
}
