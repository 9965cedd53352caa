import { type NameFact, nameWorth } from './name-fact.ts'
import { readNames, writeNames } from './name-list.ts'
import { isBareFile, namedPath } from './named-path.ts'
import { type NameTaker, type Stretch, scanNames } from './scan-names.ts'

/** The names of a conversation while it is read; bounded, whatever its length. */
export interface BoundedNames {
  /** Takes the names of a stretch of message number `at`; of arguments their keys are none. */
  read(stretch: Stretch, at: number, asked: boolean): void
  /** The best of them, as they are kept; `now` is the number of the newest message. */
  list(now: number): string
}

/** So many of each kind are kept; between two trimmings there may be more. */
const most: Readonly<Record<NameFact['kind'], number>> = { path: 900, identifier: 1_200 }
const slack = 3

interface Name {
  readonly text: string
  readonly kind: NameFact['kind']
  times: number
  readonly first: number
  last: number
  asked: boolean
}

export function createBoundedNames(list: string | undefined): BoundedNames {
  const shelves = { path: createShelf('path'), identifier: createShelf('identifier') }
  for (const name of readNames(list)) shelves[name.kind].put(name.text, { ...name })
  /** Words with a slash as they were written, and the paths that they name. */
  const spelt = new Map<string, string>()
  let text = ''
  let at = 0
  let asked = false
  const take: NameTaker = {
    path: (start, end) => {
      const word = text.slice(start, end)
      const path = spelt.get(word) ?? namedPath(word) ?? ''
      if (spelt.size > mostSpelt) spelt.clear()
      spelt.set(word, path)
      if (path === '') return false
      shelves.path.see(path, at, asked)
      return true
    },
    file: (start, end) => {
      const word = trimmed(text.slice(start, end))
      if (!isBareFile(word)) return false
      shelves.path.see(word, at, asked)
      return true
    },
    identifier: (start, end) => {
      if (!asked || !text.startsWith('":', end)) shelves.identifier.see(text.slice(start, end), at, asked)
    },
  }
  return {
    read: (stretch, number, isAsked) => {
      text = stretch.text
      at = number
      asked = isAsked
      scanNames(stretch, take)
      text = ''
    },
    list: (now) => writeNames([...shelves.path.best(now), ...shelves.identifier.best(now)]),
  }
}

const mostSpelt = 20_000

/** A sentence may end with the name of a file. */
function trimmed(word: string): string {
  return word.endsWith('.') ? word.slice(0, -1) : word
}

interface Shelf {
  see(text: string, at: number, asked: boolean): void
  put(text: string, name: Name): void
  best(now: number): Iterable<Name>
}

function createShelf(kind: NameFact['kind']): Shelf {
  const names = new Map<string, Name>()
  return {
    see: (text, at, asked) => {
      const known = names.get(text)
      if (known !== undefined) {
        known.times++
        known.last = at
        if (asked) known.asked = true
        return
      }
      if (names.size >= most[kind] * slack) letGo(names, most[kind], at)
      names.set(text, { text, kind, times: 1, first: at, last: at, asked })
    },
    put: (text, name) => names.set(text, name),
    best: (now) => {
      letGo(names, most[kind], now)
      return names.values()
    },
  }
}

/** Lets go of the names that are least likely to be needed again; of equals the latest go. */
function letGo(names: Map<string, Name>, left: number, now: number): void {
  if (names.size <= left) return
  const worths = Float64Array.from(names.values(), (name) => nameWorth(name, now))
  const sorted = worths.slice().sort()
  const least = sorted[sorted.length - left] ?? 0
  let equals = 0
  for (let place = sorted.length - left; sorted[place] === least; place++) equals++
  let place = 0
  for (const text of names.keys()) {
    const worth = worths[place++] ?? 0
    if (worth < least || (worth === least && equals-- <= 0)) names.delete(text)
  }
}
