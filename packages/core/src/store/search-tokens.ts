/** One run of a text that is indexed by itself: a word, a run of a script without spaces, an emoji. */
export interface Token {
  readonly kind: 'word' | 'run' | 'emoji'
  readonly start: number
  readonly end: number
  /** Its text in lower-case letters and digits; of a long word only the beginning. */
  readonly plain: string
  /** The capitals of a word part it, as in `getUserName`. */
  readonly humped: boolean
  /** One term for this word, the one before it, and the sign that joins them: `snake_case`, `ERR-42`, `src/main`. */
  readonly joined?: string
}

/** Scripts written without spaces, and Korean, whose words carry endings: found by pairs of characters. */
const spaceless = ['Han', 'Hira', 'Kana', 'Hang', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{sc=${script}}`)
  .concat('\\u30fc')
  .join('')

/** A pattern that matches millions of characters at once exhausts the stack, so long runs come in pieces. */
const maxMatch = 4096
const runs = new RegExp(`(?:(?=[\\p{L}\\p{N}])[${spaceless}]\\p{M}*){1,${maxMatch}}`, 'uy')
const words = new RegExp(`(?:(?![${spaceless}])[\\p{L}\\p{N}]\\p{M}*){1,${maxMatch}}`, 'uy')
const emojis = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/uy

/** Lower-case words never hold this by chance, so an encoded sign cannot be taken for one. */
const mark = 'zq'
const joiners = '-_./\\:@'
/** Longer words are data, not names: their beginning is enough to find them by. */
const maxWordChars = 64
/** Names have few humps; what has more is encoded data and is not taken apart. */
const maxHumps = 6

/** The tokens of a text, in order. */
export function* scan(text: string): Iterable<Token> {
  let before: Token | undefined
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at, before)
    if (token !== undefined) yield token
    at = token?.end ?? at + 1
    before = token ?? before
  }
}

/** The terms that the index holds for a token. */
export function indexedTerms(token: Token, text: string): readonly string[] {
  switch (token.kind) {
    case 'word':
      // A letter may normalise to nothing, and nothing is no term.
      if (token.plain === '') return []
      return token.humped ? [token.plain, ...humpTerms(token, text)] : [token.plain]
    case 'run':
      return [...token.plain, ...pairs(token.plain)]
    case 'emoji':
      return [token.plain]
  }
}

/** The terms required by a query that names a token: always among the indexed terms. */
export function requiredTerms({ kind, plain }: Token): readonly string[] {
  const told = kind === 'run' ? pairs(plain) : []
  return told.length > 0 ? told : plain === '' ? [] : [plain]
}

/** True when the required terms prove the token: long words are cut, and long runs matched by character pairs. */
export function isExact(token: Token): boolean {
  return token.kind === 'run' ? [...token.plain].length <= 2 : token.plain.length < maxWordChars
}

/** Most text is ASCII, where a look at each character is many times faster than a pattern of Unicode classes. */
function tokenAt(text: string, start: number, before: Token | undefined): Token | undefined {
  let end = start
  let capitals = 0
  for (let code = text.charCodeAt(end); isAsciiWord(code); code = text.charCodeAt(++end))
    if (isCapital(code)) capitals++
  if (text.charCodeAt(end) > 127) return foreignAt(text, start, before)
  if (end === start) return undefined
  const word = text.slice(start, end)
  const plain = capitals === 0 ? word : word.toLowerCase()
  const humped = capitals > (isCapital(text.charCodeAt(start)) ? 1 : 0) && capitals < word.length
  return wordToken(text, { kind: 'word', start, end, plain, humped }, before)
}

function foreignAt(text: string, start: number, before: Token | undefined): Token | undefined {
  const word = matchAt(words, text, start)
  if (word !== undefined) {
    const end = start + word.length
    const humped = /.\p{Lu}/u.test(word) && /\p{Ll}/u.test(word)
    return wordToken(text, { kind: 'word', start, end, plain: plainOf(word), humped }, before)
  }
  const run = matchAt(runs, text, start)
  if (run !== undefined) {
    // The next piece of a long run opens with the last character of the one before, so that no pair is lost.
    const last = before?.kind === 'run' && before.end === start ? ([...before.plain.slice(-2)].at(-1) ?? '') : ''
    return { kind: 'run', start, end: start + run.length, plain: last + plainOf(run), humped: false }
  }
  const emoji = matchAt(emojis, text, start)
  if (emoji === undefined) return undefined
  const plain = `${mark}x${emoji.codePointAt(0)?.toString(16)}`
  return { kind: 'emoji', start, end: start + emoji.length, plain, humped: false }
}

function wordToken(text: string, token: Token, before: Token | undefined): Token {
  const plain = token.plain.length > maxWordChars ? token.plain.slice(0, maxWordChars) : token.plain
  const humped = token.humped && plain.length < maxWordChars
  const { kind, start, end } = token
  if (before?.kind !== 'word' || before.end !== start - 1 || !joiners.includes(text.charAt(start - 1))) {
    return { kind, start, end, plain, humped }
  }
  const joined = `${before.plain}${mark}${text.charCodeAt(start - 1).toString(16)}${plain}`
  return { kind, start, end, plain, humped, joined }
}

/** `getUserName` is also found by `user`, `getUser` and `userName`: every row of neighbouring humps is a term. */
function humpTerms({ start, end, plain }: Token, text: string): readonly string[] {
  const parts = text.slice(start, end).match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+|\p{Lu}+/gu) ?? []
  if (parts.length < 2 || parts.length > maxHumps) return []
  const humps = parts.map(plainOf)
  const rows = new Set<string>()
  for (const from of humps.keys()) {
    for (let to = from + 1; to <= humps.length; to++) rows.add(humps.slice(from, to).join(''))
  }
  return [...rows].filter((row) => row !== plain && row !== '')
}

function pairs(run: string): readonly string[] {
  const characters = [...run]
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`)
}

/** Lower-case letters and digits only: full-text engines differ in what they do with marks and signs. */
function plainOf(text: string): string {
  if (/^[a-zA-Z0-9]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

function isAsciiWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || isCapital(code)
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90
}
