/**
 * Paths and identifiers of a text, as an outsider would find them: nothing here is shared with the product, so that its
 * own idea of a name cannot flatter it.
 */
const pathWord = /(?<![\w./~@:$%{}-])(?:~\/|\.{1,2}\/|\/)?(?:[\w.@+-]+\/)+[\w.@+-]*\w/g
const nameWord = /(?<![\w])[A-Za-z_][A-Za-z0-9_]{4,}(?![\w])/g
const isPath = (word) => /[A-Za-z]{2}/.test(word) && (/\.[A-Za-z]\w{0,7}$/.test(word) || word.split('/').length > 2)
const isName = (word) =>
  /[A-Za-z0-9]_[A-Za-z0-9]/.test(word) || /[a-z][A-Z]/.test(word) || (/\d/.test(word) && /[A-Za-z]{2}/.test(word))

/** @returns {{ readonly paths: ReadonlySet<string>, readonly identifiers: ReadonlySet<string> }} */
export function wordsOf(text) {
  const bare = text.replace(/\b[a-z][a-z0-9+]*:\/\/[^\s"'`<>)\]]*/g, ' ')
  const paths = new Set([...bare.matchAll(pathWord)].map(([word]) => word.replace(/^\.\//, '')).filter(isPath))
  const identifiers = new Set([...bare.matchAll(nameWord)].map(([word]) => word).filter(isName))
  return { paths, identifiers }
}

const edges = { paths: /[\w.@+~-]/, identifiers: /\w/, numbers: /[\w.]/ }

/** True if a stretch of a text has it as a whole word; a longer path that ends with it has it, too. */
export function hasWord(text, word, kind, { from = 0, to = text.length } = {}) {
  const edge = edges[kind]
  for (let at = text.indexOf(word, from); at !== -1 && at + word.length <= to; at = text.indexOf(word, at + 1)) {
    const before = at === 0 ? ' ' : text[at - 1]
    const after = text[at + word.length] ?? ' '
    const isEnd = !edge.test(after) || (after === '.' && !/\w/.test(text[at + word.length + 1] ?? ' '))
    if (isEnd && !edge.test(before)) return true
  }
  return false
}

/** A message as text, arguments as values: what a model reads or writes. */
export function textOfMessage(message) {
  return message.parts.map(textOfPart).join('\n')
}

function textOfPart(part) {
  if (part.type === 'text') return part.text
  return part.type === 'tool-call' ? textOfArguments(part.arguments) : ''
}

/** The same for a message in the format of OpenAI Chat. */
export function textOfChat({ content, tool_calls: calls = [] }) {
  const parts = typeof content === 'string' ? [content] : (content ?? []).map(({ text = '' }) => text)
  return [...parts, ...calls.map(({ function: { arguments: json } }) => textOfArguments(json))].join('\n')
}

function textOfArguments(json) {
  try {
    return valuesOf(JSON.parse(json)).join('\n')
  } catch {
    return json
  }
}

function valuesOf(value) {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return [String(value)]
  return Object.values(value).flatMap(valuesOf)
}
