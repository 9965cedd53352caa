/** Pictures of one or more code points, joined and coloured by characters that would hide something anywhere else. */
const emoji =
  /\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?(?:\u200d\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?)*|[0-9#*]\ufe0f\u20e3/u

/** Characters that a screen does not show as themselves: controls, direction marks, fillers, unusual blanks, halves of characters. */
const unseen =
  /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]|(?! )\p{Zs}/u

const emojiOrUnseen = new RegExp(`${emoji.source}|(?<unseen>${unseen.source})`, 'gu')

/** Text that shows all it holds; line breaks stay. */
export function printable(text: string): string {
  return text.replace(emojiOrUnseen, (found, hidden: string | undefined) => {
    if (hidden === undefined) return found
    return found === '\t' ? '    ' : `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n')
}
