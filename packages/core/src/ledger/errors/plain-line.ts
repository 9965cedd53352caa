/** Escape sequences, as for colours. */
const escapes = /\p{Cc}\[[0-9;?]*[A-Za-z]/gu
const controls = /[^\P{Cc}\t]/u
const allControls = /[^\P{Cc}\t]+/gu

/** A line without colours, and with a space for each run of signs that are no text: whoever prints a picture gets them. */
export function plainLine(line: string): string {
  return controls.test(line) ? line.replace(escapes, '').replace(allControls, ' ').trim() : line
}
