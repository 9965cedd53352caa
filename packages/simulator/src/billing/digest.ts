/** Four lanes: no two share a seed or a multiplier, so a collision in one says nothing about the others. */
const a = { seed: 0x9e3779b1, factor: 0x85ebca6b }
const b = { seed: 0xc2b2ae35, factor: 0x27d4eb2f }
const c = { seed: 0x165667b1, factor: 0x9e3779b9 }
const d = { seed: 0x2545f491, factor: 0x4f6cdd1d }

/** Engines look up a method anew at every character where texts are of many kinds: sliced, joined, wide, narrow. */
const { charCodeAt } = String.prototype

/** Digests a text into 128 bits: equal texts, equal digests; no two texts of a lifetime share one by chance. */
export function digest(text: string): string {
  let one = a.seed ^ text.length
  let two = b.seed ^ text.length
  let three = c.seed ^ text.length
  let four = d.seed ^ text.length
  // All lanes and two characters at once: to read them costs more than to mix them in. Past the end there is a 0.
  for (let i = 0; i < text.length; i += 2) {
    const next = i + 1 < text.length ? charCodeAt.call(text, i + 1) : 0
    const code = charCodeAt.call(text, i) | (next << 16)
    one = mix(one ^ code, a.factor)
    two = mix(two ^ code, b.factor)
    three = mix(three ^ code, c.factor)
    four = mix(four ^ code, d.factor)
  }
  return finish(one, a.factor) + finish(two, b.factor) + finish(three, c.factor) + finish(four, d.factor)
}

function mix(value: number, factor: number): number {
  return Math.imul((value << 13) | (value >>> 19), factor)
}

function finish(hash: number, factor: number): string {
  const mixed = Math.imul(hash ^ (hash >>> 15), factor)
  return ((mixed ^ (mixed >>> 13)) >>> 0).toString(36).padStart(7, '0')
}
