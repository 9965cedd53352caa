/** Long enough for every known error; an HTML page or an echoed prompt may follow. */
const longestText = 8_000

/**
 * An error's text with everything taken out that differs between the same message as sentence, as JSON and as JSON inside
 * JSON: case, quotes, escapes and the width of blanks.
 */
export function plainText(text: string): string {
  return text
    .slice(0, longestText)
    .toLowerCase()
    .replace(/\\+[nrt]/g, ' ')
    .replace(/[\\"'`’‘“”]/g, '')
    .replace(/\s*:\s*/g, ': ')
    .replace(/\s+/g, ' ')
    .trim()
}
