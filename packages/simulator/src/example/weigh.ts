const asciiCharsPerToken = 3.7
const tokensPerWideChar = 0.85
const wide = /[\u0300-\u{10ffff}]/gu

/** About how many tokens a text has. Good enough to stop a story in time, not to bill one. */
export function weigh(text: string): number {
  const wideChars = text.match(wide)?.length ?? 0
  return (text.length - wideChars) / asciiCharsPerToken + wideChars * tokensPerWideChar
}
