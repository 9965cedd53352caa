const blockBytes = 64

/** The first 32 bits of the fractional parts of the square (cube) roots of primes, as the standard wants them. */
const initial = primeRoots(8, 1 / 2)
const rounds = primeRoots(64, 1 / 3)

/** SHA-256 over the UTF-16 units of a text, high byte first, in hex. Pure, since core may not ask the platform for it. */
export function sha256(text: string): string {
  const bytes = padded(text)
  const state = Uint32Array.from(initial)
  const words = new Uint32Array(64)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < bytes.length; at += blockBytes) compress(state, schedule(view, at, words))
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('')
}

function padded(text: string): Uint8Array {
  const length = text.length * 2
  const bytes = new Uint8Array(Math.ceil((length + 9) / blockBytes) * blockBytes)
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    bytes[2 * i] = unit >>> 8
    bytes[2 * i + 1] = unit & 0xff
  }
  bytes[length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor(length / 0x2000_0000))
  view.setUint32(bytes.length - 4, (length * 8) >>> 0)
  return bytes
}

function schedule(view: DataView, at: number, words: Uint32Array): Uint32Array {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i)
  for (let i = 16; i < 64; i++) {
    const far = words[i - 15] ?? 0
    const near = words[i - 2] ?? 0
    const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    words[i] = ((words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high) | 0
  }
  return words
}

function compress(state: Uint32Array, words: Uint32Array): void {
  // Read and written one by one: a list of eight for each block takes longer than all its rounds.
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  let f = state[5] ?? 0
  let g = state[6] ?? 0
  let h = state[7] ?? 0
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (rounds[i] ?? 0) + (words[i] ?? 0)) | 0
    const other = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + other) | 0
  }
  add(state, 0, a)
  add(state, 1, b)
  add(state, 2, c)
  add(state, 3, d)
  add(state, 4, e)
  add(state, 5, f)
  add(state, 6, g)
  add(state, 7, h)
}

function add(state: Uint32Array, i: number, word: number): void {
  state[i] = ((state[i] ?? 0) + word) | 0
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

function primeRoots(count: number, power: number): readonly number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes.map((prime) => Math.floor((prime ** power % 1) * 2 ** 32))
}
