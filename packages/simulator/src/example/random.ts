/** A stream of chance that a seed decides entirely. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number between two others, both included. */
  int(from: number, to: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): readonly T[]
  hex(length: number): string
  /** Letters and digits. */
  word(length: number): string
  base64(length: number): string
  uuid(): string
}

const digits = '0123456789'
const small = 'abcdefghijklmnopqrstuvwxyz'
const alphanumeric = `${digits}${small}${small.toUpperCase()}`

/** The same seed gives the same stream, on every machine. */
export function createRandom(seed: number): Random {
  const next = stream(seed)
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const letters = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[int(0, alphabet.length - 1)]).join('')
  const hex = (length: number) => letters('0123456789abcdef', length)
  return {
    next,
    int,
    hex,
    chance: (share) => next() < share,
    pick: (list) => pick(list, int),
    shuffled: (list) => shuffled(list, int),
    word: (length) => letters(alphanumeric, length),
    base64: (length) => letters(`${alphanumeric}+/`, length),
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  }
}

/** A Weyl sequence through a multiply-and-shift mixer: small, fast, and even enough for stories. */
function stream(seed: number): () => number {
  let state = Math.imul(seed ^ 0x2f6e2b1, 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

function pick<T>(list: readonly T[], int: Random['int']): T {
  const found = list[int(0, list.length - 1)]
  if (found === undefined) throw new RangeError('There is nothing to pick from an empty list.')
  return found
}

function shuffled<T>(list: readonly T[], int: Random['int']): readonly T[] {
  const left = [...list]
  return list.flatMap(() => left.splice(int(0, left.length - 1), 1))
}
