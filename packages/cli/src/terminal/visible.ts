/** A character that acts on a terminal, or turns the direction of what follows, instead of being seen. */
export const hidden = '[\\p{Cc}\\p{Bidi_Control}\\u2028\\u2029]'

/** The colours that this program paints with, and their ends. Neither one of them nor all together can hide a word. */
const colour = '\\u001b\\[(?:[012349]|2[2349]|3[1-69])m'

const hiddenExceptLines = new RegExp(`\\r\\n|(?![\\n\\t])${hidden}`, 'gu')
const colourOrHidden = new RegExp(`${colour}|${hiddenExceptLines.source}`, 'gu')

/**
 * Someone else's words, over as many lines as they take, with all they hold in sight. A hidden character is spelled as
 * JSON spells it, so that a JSON document still says the same.
 */
export function visible(text: string): string {
  return text.replace(hiddenExceptLines, spelled)
}

/**
 * Returns what may be written to a terminal: besides text only our own colours. Each character is judged alone, so
 * a sequence that arrives in pieces is as harmless as a whole one.
 */
export function forTerminal(text: string): string {
  return text.replace(colourOrHidden, (found) => (found.length > 2 ? found : spelled(found)))
}

function spelled(found: string): string {
  return found === '\r\n' ? '\n' : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`
}
