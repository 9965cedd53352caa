import { createDice } from './planted.ts'

/** A line of a table of examples, and what must be left of it. */
export interface Marked {
  readonly text: string
  readonly expected: string
}

const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const alphabets: Readonly<Record<string, string>> = {
  a: lower + lower.toUpperCase() + digits,
  b: `${lower}${lower.toUpperCase()}${digits}_-`,
  d: digits,
  h: 'abcdef0123456789',
  l: lower,
  n: lower + digits,
  s: `${lower}${lower.toUpperCase()}${digits}+/`,
  U: lower.toUpperCase() + digits,
}

/**
 * Reads a line in which « and » enclose a credential. `{a36}` represents 36 characters of an alphabet and ¦ nothing,
 * so that no line of a table looks like a credential before it is read.
 */
export function readMarked(line: string): Marked {
  const any = createDice(line.length * 7919 + line.charCodeAt(0))
  const whole = line
    .replaceAll('¦', '')
    .replace(/\{([abdhlnsU])(\d{1,3})\}/g, (_, name: string, length: string) =>
      any(alphabets[name] ?? lower, Number(length)),
    )
    .replaceAll('{u}', () => [8, 4, 4, 4, 12].map((length) => any(alphabets.h ?? digits, length)).join('-'))
  return { text: whole.replace(/[«»]/g, ''), expected: whole.replace(/«[^»]*»/g, '[REDACTED]') }
}
