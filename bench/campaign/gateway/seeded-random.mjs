/** Numbers from 0 to 1 that follow from a seed and a name: each part of a run has a stream of its own. */
export function seededRandom(seed, name) {
  let state = [...`${seed} ${name}`].reduce(
    (hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619),
    2_166_136_261,
  )
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The first of these that the number falls to, by shares; `undefined` when it falls to none. */
export function drawn(number, shares) {
  let sum = 0
  return Object.keys(shares).find((name) => {
    sum += shares[name]
    return number < sum
  })
}
