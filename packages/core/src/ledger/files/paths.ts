/** Characters that may follow a path in prose or in a compiler's message and are no part of it. */
const tail =
  /(?::\d+(?:[:,-]\d+){0,200}:?|(?<=\.\w{1,8})-\d+-?|#L\d+(?:-L?\d+)?|(?<![.,:;!?)\]}>'"`])[.,:;!?)\]}>'"`]+)$/
const lead = /^[('"`[{<]+/
const dotFile = /(?:^|[/\\])\.[A-Za-z][\w.-]{1,30}$/
const rooted = /^(?:[/~]|\.{1,2}[/\\]|[A-Za-z]:[/\\])/
const numbered = /^\d[\w.-]*\/.*[a-z]/i
const twoParts = /[/\\](?=[^/\\]*[A-Za-z]{2})[^/\\]+[/\\][^/\\]/
/** Signs that no sensible path has; with them a text is a pattern, an expression or prose. */
const foreign = '\n\r\t*?$|<>"\'`{}()=,;&^%!\u2026'
const kind = { letter: 1, digit: 2, foreign: 4, punctuation: 8, joiner: 16, slash: 32 } as const
/** Of every code unit what it may mean in a path: paths are looked at so often that patterns would take too long. */
const kinds = kindTable()
/** Places of the system or of an example, paths that a tool abbreviated, and what only looks like one: nobody comes back to them. */
const idle =
  /^(?:\/(?:dev|usr|bin|sbin|etc|lib|proc|sys|run|opt\/homebrew)\/|\.\.\.|\/[^/]*$|s\/.*\/|[^/\\]*[A-Za-z]{2}:|\/path\/to\/|application\/|JavaScript\/|\+|\.git\/hooks\/.*\.sample$|.*(?:\\n[+-]|\\t\\t|\\u00[0-9a-f]{2}))/
const mostChars = 260

function kindTable(): Uint8Array {
  const table = new Uint8Array(0x1_0000)
  const mark = (signs: string, bits: number) => {
    for (let i = 0; i < signs.length; i++) table[signs.charCodeAt(i)] = (table[signs.charCodeAt(i)] ?? 0) | bits
  }
  mark('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', kind.letter)
  mark('0123456789', kind.digit)
  mark(foreign, kind.foreign)
  mark('.,:;!?)]}>\'"`', kind.punctuation)
  mark('_+-', kind.joiner)
  mark('/\\', kind.slash)
  return table
}

/** Nothing beyond either end: engines run code slower for good once it has asked for a character there. */
function kindAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? (kinds[text.charCodeAt(at)] ?? 0) : 0
}

/** A path as it is compared and kept: without `./`, line numbers, trailing slash or punctuation. */
export function normalisePath(raw: string): string {
  let path = (raw.startsWith('file://') ? raw.slice(7) : raw).trim()
  if ('(\'"`[{<'.includes(path.charAt(0))) path = path.replace(lead, '')
  path = withoutTail(path)
  while (path.startsWith('./')) path = path.slice(2)
  if (path.includes('//')) path = path.replace(/\/{2,}/g, '/')
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Most paths end in a letter and have nothing to cut; most others end in punctuation or in `:12`. */
function withoutTail(text: string): string {
  let path = text
  for (;;) {
    const last = kindAt(path, path.length - 1)
    let end = path.length
    if ((last & kind.punctuation) !== 0) while ((kindAt(path, end - 1) & kind.punctuation) !== 0) end--
    else if ((last & kind.digit) !== 0) end = beforeNumber(path)
    else if (path.endsWith('-')) end = beforeContext(path)
    if (end === path.length || end === -1) return path
    path = path.slice(0, end)
  }
}

/** The start of the line number that a path ends with, or -1. */
function beforeNumber(path: string): number {
  let start = path.length
  while ((kindAt(path, start - 1) & kind.digit) !== 0) start--
  const sign = path.charAt(start - 1)
  if (sign === ':') return start - 1
  return sign === '-' || sign === ',' || sign === 'L' ? path.search(tail) : -1
}

/** The start of the `-12-` that a search puts after the path of a context line, or -1. */
function beforeContext(path: string): number {
  let start = path.length - 1
  while ((kindAt(path, start - 1) & kind.digit) !== 0) start--
  if (start === path.length - 1 || path.charAt(start - 1) !== '-') return -1
  return extension.test(path.slice(Math.max(0, start - 10), start - 1)) ? start - 1 : -1
}

const extension = /\.\w{1,8}$/

/** True if a word in the place of a path is one. */
export function isPathArgument(text: string): boolean {
  if (text.length < 2 || text.length > mostChars) return false
  const seen = kindsOf(text)
  if (isForeign(text, seen) || !hasLetter(text, seen)) return false
  return (seen & kind.slash) !== 0 || hasExtension(text) || dotFile.test(text)
}

/** True if a word of any text is a path beyond doubt: two parts, and rooted or with an extension. */
export function isPathWord(text: string): boolean {
  if (text.length < 4 || text.length > mostChars || text.startsWith('@')) return false
  const seen = kindsOf(text)
  if ((seen & kind.slash) === 0 || text.startsWith('//') || isForeign(text, seen)) return false
  if (hasExtension(text)) return (kindAt(text, 0) & kind.digit) === 0 || numbered.test(text)
  return rooted.test(text) && twoParts.test(text)
}

/** The kinds of all its characters together. */
function kindsOf(text: string): number {
  // Asked once: engines look it up anew for each kind of string, of which words have many.
  const { length } = text
  let seen = 0
  for (let at = 0; at < length; at++) seen |= kinds[text.charCodeAt(at)] ?? 0
  return seen
}

function isForeign(text: string, seen: number): boolean {
  return (seen & kind.foreign) !== 0 || (text.includes('//') && (text.includes('://') || text.includes('///')))
}

function hasLetter(text: string, seen: number): boolean {
  return (seen & (kind.letter | kind.digit)) !== 0 || /\p{L}/u.test(text)
}

/** True if it ends like `a.ts`: a dot inside a name, then a letter and at most eleven more. */
function hasExtension(text: string): boolean {
  const dot = text.lastIndexOf('.')
  const chars = text.length - dot - 1
  if (dot < 1 || chars < 1 || chars > 12 || (kindAt(text, dot + 1) & kind.letter) === 0) return false
  for (let at = dot + 2; at < text.length; at++)
    if ((kindAt(text, at) & (kind.letter | kind.digit | kind.joiner)) === 0) return false
  return !'/\\.'.includes(text.charAt(dot - 1))
}

/** A path in a tool's output that is worth remembering, without what a diff or a revision puts before it. */
export function mentionedPath(text: string): string | undefined {
  const bare = text.startsWith('a/') || text.startsWith('b/') ? text.slice(2) : text
  const named = bare.includes('-') ? bare.replace(/(\.[A-Za-z]\w{0,7})-\d+-.*$/, '$1') : bare
  const path = named.includes(':') ? named.replace(/^[\w./-]+:(?=[^/\\])/, '') : named
  return idle.test(path) || !isPathWord(path) ? undefined : path
}

const fileName =
  /^[\w.-]{1,80}\.(?:[cm]?[jt]sx?|json[cl5]?|ya?ml|toml|mdx?|py|go|rs|java|kts?|rb|php|c|cc|cpp|h|hpp|cs|swift|sh|sql|html?|css|scss|vue|svelte|lock|txt|csv|xml|ini|cfg|conf|env|proto|ipynb|tf|gradle|pdf|png|jpe?g|svg)$/
const libraries = /^(?:next|node|vue|react|express|nuxt|three|d3|chart|socket|electron|ember)\.js$/i

/** Names of files that are known as such without a folder. */
export function isFileName(text: string): boolean {
  if (libraries.test(text)) return false
  return fileName.test(text)
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** True if the shorter path is the end of the longer one, part by part. */
export function isSuffixPath(shorter: string, longer: string): boolean {
  if (longer.length <= shorter.length || !longer.endsWith(shorter)) return false
  const before = longer.charAt(longer.length - shorter.length - 1)
  return before === '/' || before === '\\'
}
