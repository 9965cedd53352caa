/** Control characters and those that turn the direction of text: on a terminal they could hide what is asked. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const hidden = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g

/** Text that shows all it holds; line breaks stay. */
export function printable(text: string): string {
  return text.replace(hidden, (character) =>
    character === '\t' ? '    ' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n')
}
