/** The hash of the text read so far, in two lanes of 32 bits. */
export interface TextHash {
  low: number
  high: number
}

export function startHash(): TextHash {
  return { low: 0x811c9dc5, high: 0x2f0b4c47 }
}

/** Engines look up a method anew at every character where texts are of many kinds: sliced, joined, wide, narrow. */
const { charCodeAt } = String.prototype

/** Reads a text, two characters at once. Its length goes first, so that two texts are not taken for one. */
export function addText(hash: TextHash, text: string): void {
  const { length } = text
  let low = mix(hash.low, length, 13, 0x85ebca6b)
  let high = mix(hash.high, length, 5, 0x27d4eb2f)
  for (let i = 1; i < length; i += 2) {
    const pair = charCodeAt.call(text, i - 1) | (charCodeAt.call(text, i) << 16)
    low = mix(low, pair, 13, 0x85ebca6b)
    high = mix(high, pair, 5, 0x27d4eb2f)
  }
  const last = length % 2 === 0 ? 0 : charCodeAt.call(text, length - 1)
  hash.low = mix(low, last, 13, 0x85ebca6b)
  hash.high = mix(high, last, 5, 0x27d4eb2f)
}

export function spellHash({ low, high }: TextHash): string {
  return `${(low >>> 0).toString(36)}-${(high >>> 0).toString(36)}`
}

function mix(hash: number, value: number, turn: number, factor: number): number {
  return Math.imul((hash << turn) ^ (hash >>> (32 - turn)) ^ value, factor)
}
