/** Long enough for every known error; an HTML page or an echoed prompt may follow. */
const longestText = 8_000

/** Punctuation, letters and digits that are as wide as a Chinese character, each at the same distance from its ASCII twin. */
const fullWidth = /[\uff01-\uff5e]/g

/**
 * An error's text with everything taken out that differs between the same message as sentence, as JSON and as JSON inside
 * JSON: case, quotes, escapes and the width of characters and blanks.
 */
export function plainText(text: string): string {
  return text
    .slice(0, longestText)
    .replace(fullWidth, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .toLowerCase()
    .replace(/(?<!\\)\\+[nrt]/g, ' ')
    .replace(/[\\"'`’‘“”]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?: ?/g, ': ')
    .trim()
}
