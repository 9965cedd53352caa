import { pattern, type Rule } from '../scan/rule.ts'
import type { Span } from '../scan/span.ts'
import { unrest } from '../values/looks-random.ts'

/** An RSA key of 16,384 bits takes 13,000 characters; a block longer than this is not one key. */
const maxBlockChars = 65_536

const header = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const lineBreak = /(?:\s|\\{1,40}[nrt]){1,40}/y
const line = /[A-Za-z0-9+/=]{4,}/y

/** By the last of its five dashes: many a line of dashes is drawn. */
const pemRule: Rule = { id: 'private-key', keywords: ['-BEGIN '], find: (text, at) => findBlock(text, at - 4) }

/** Private keys: PEM blocks (also with escaped line ends, also cut off), and bodies without a header. */
export const privateKeyRules: readonly Rule[] = [
  pemRule,
  {
    id: 'ssh-private-key',
    keywords: ['b3BlbnNzaC1rZXktdjE'],
    find: (text, at) => spanOf('ssh-private-key', at, linesFrom(text, at)),
  },
  pattern('encoded-private-key', ['LS0tLS1CRUdJTi'], 'LS0tLS1CRUdJTiB(?!D|QVU)[A-Za-z0-9+/]{40,}={0,2}'),
  pattern(
    'putty-private-key',
    ['Private-Lines:'],
    'Private-Lines: \\d{1,4}(?<secret>(?:(?:\\s|\\\\+[nr]){1,4}[A-Za-z0-9+/=]{16,64}){1,200})',
  ),
]

function findBlock(text: string, at: number): readonly Span[] {
  if (at < 0) return []
  header.lastIndex = at
  const match = header.exec(text)
  if (match === null) return []
  const start = at + match[0].length
  const dashes = text.indexOf('-----', start)
  const isClosed = dashes !== -1 && dashes - start <= maxBlockChars && text.startsWith('-----END', dashes)
  const end = isClosed ? dashes : linesFrom(text, start)
  const body = text.slice(start, end)
  return /[A-Za-z0-9+/=]{8}/.test(body) && !/REDACTED|\.\.\.["'\s\\]|…|your|\$\{/i.test(body.slice(0, 200))
    ? spanOf('private-key', start, end)
    : []
}

function spanOf(id: string, start: number, end: number): readonly Span[] {
  return end > start ? [{ id, start, end }] : []
}

/** The end of the lines of base64 that start here; a shorter last line counts when it does not read like a word. */
function linesFrom(text: string, start: number): number {
  let end = start
  let at = start
  while (true) {
    lineBreak.lastIndex = at
    at += lineBreak.exec(text)?.[0].length ?? 0
    line.lastIndex = at
    const body = line.exec(text)?.[0]
    if (body === undefined || !(body.length >= 40 || (unrest(body) >= 0.2 && body.length >= 8))) return end
    at += body.length
    end = at
  }
}
