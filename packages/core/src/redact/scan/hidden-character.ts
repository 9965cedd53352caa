/** Of the control characters all but tabs and line ends; then what joins, parts or turns letters without a sign of its own. */
const ranges: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x7f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
]

/** A character as regular expressions spell it. */
export const escaped = (code: number): string => `\\u${code.toString(16).padStart(4, '0')}`

/** A character that takes part in a text and is not seen in it. */
export const hiddenCharacter = new RegExp(
  `[${ranges.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('')}]`,
)
