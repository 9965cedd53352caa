/** Escape sequences, as for colours. */
const escapes = /\p{Cc}\[[0-9;?]*[A-Za-z]/gu
const controls = /[^\P{Cc}\t]/u
const allControls = /[^\P{Cc}\t]+/gu

/** Returns a line without colours, with a space for each run of non-text characters, as printed images have. */
export function plainLine(line: string): string {
  return controls.test(line) ? line.replace(escapes, '').replace(allControls, ' ').trim() : line
}
