/** More characters than these say nothing new about how random a text is. */
const judgedChars = 128

const counts = new Uint16Array(256)

/** Shannon entropy of the first characters of a text, in bits a character. */
export function entropyOf(text: string): number {
  const length = Math.min(text.length, judgedChars)
  counts.fill(0)
  for (let i = 0; i < length; i++) {
    const slot = text.charCodeAt(i) & 255
    counts[slot] = (counts[slot] ?? 0) + 1
  }
  let bits = 0
  for (const count of counts) if (count > 0) bits -= (count / length) * Math.log2(count / length)
  return bits
}

/**
 * The share of neighbours that differ in kind (small letter, capital, digit, mark). Random base64 has about 0.45, hex 0.47;
 * words joined by capitals or dashes stay below 0.25, for a capital before a small letter counts as none.
 */
export function unrest(text: string): number {
  let changes = 0
  const length = Math.min(text.length, judgedChars)
  for (let i = 1; i < length; i++) {
    const before = kindOf(text.charCodeAt(i - 1))
    const here = kindOf(text.charCodeAt(i))
    if (before !== here && !(before === 'upper' && here === 'lower')) changes++
  }
  return length < 2 ? 0 : changes / (length - 1)
}

/** No one writes such a text by hand: long enough, of mixed characters, in no order. */
export function looksRandom(text: string): boolean {
  if (text.length < 16 || !/\d/.test(text) || !/[A-Za-z]/.test(text)) return false
  return entropyOf(text) >= 3 && unrest(text.slice(0, 2 * judgedChars).replace(/[^A-Za-z0-9]/g, '')) >= 0.2
}

function kindOf(code: number): 'lower' | 'upper' | 'digit' | 'mark' {
  if (code >= 97 && code <= 122) return 'lower'
  if (code >= 65 && code <= 90) return 'upper'
  return code >= 48 && code <= 57 ? 'digit' : 'mark'
}
