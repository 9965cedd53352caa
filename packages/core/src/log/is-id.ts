/** A longer text is not a name: ids appear in lines of text and in database keys. */
const mostChars = 200
const alphabet = /^[A-Za-z0-9][A-Za-z0-9._:+@=-]*$/

/** The rule that `isId` checks, in words. */
export const idRule = `an id: 1 to ${mostChars} letters, digits or . _ : + @ = -, the first a letter or a digit`

/**
 * True when a text can name a conversation, a session or an entry. Foreign data brings its own ids, so none may mean
 * anything to a file system, a terminal or a command line.
 */
export function isId(text: string): boolean {
  return text.length <= mostChars && alphabet.test(text)
}

const quotedChars = 40

/** The beginning of a text that is no id, with all that cannot be seen spelled out. */
export function quoteId(text: string): string {
  const quoted = JSON.stringify(text.slice(0, quotedChars)).replace(/[^ -~]/g, spellOut)
  return text.length > quotedChars ? `${quoted}… (${text.length} characters)` : quoted
}

function spellOut(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
