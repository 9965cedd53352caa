import { redact } from './redact.ts'

/** Longer texts are gone through in pieces: some milliseconds' worth each, even where every word looks like a key. */
const pieceChars = 40_000
export const hugeChars = 100_000
/** A safe place is looked for this far past that. */
const reachChars = 20_000
/** Before a cut there must be nothing that a credential on the next line could belong to. */
const announces =
  /pass|pwd|secret|token|key|cred|auth|jwt|value|begin|private|-----|[A-Za-z0-9+/=]{40}|\\$|(?:sk-|gh[a-z]_|pat[-_]|live_|xox[a-z]-)[\w-]{0,60}$|^\s*(?:- )?["']?[\w.-]{1,80}["']?\s{0,8}[:=]/i
/** Nor must the next line belong to the one before: it is indented, or it closes something. */
const continues = /^(?:[ \t}\])#-]|\r?\n|\\)/

/** The text without its secrets; others may run while it goes through a very long one. */
export async function redactTextSlowly(text: string, pause: () => Promise<void>, newline = '\n'): Promise<string> {
  if (text.length <= hugeChars) return redact(text).text
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = safeEnd(text, start, newline)
    pieces.push(redact(text.slice(start, end)).text)
    start = end
    await pause()
  }
  return pieces.join('')
}

/** The end of a line after which no key goes on; where there is none, of any line, and in data without lines the reach. */
function safeEnd(text: string, start: number, newline: string): number {
  const from = start + pieceChars
  const most = Math.min(text.length, from + reachChars)
  if (most === text.length) return text.length
  let last = -1
  for (let end = text.indexOf(newline, from); end !== -1 && end < most; end = text.indexOf(newline, end + 1)) {
    last = end + newline.length
    const before = text.lastIndexOf(newline, end - 1)
    const line = text.slice(Math.max(before === -1 ? 0 : before + newline.length, end - 200), end)
    if (!announces.test(line) && !continues.test(text.slice(last, last + 2))) return last
  }
  return last === -1 ? most : last
}
