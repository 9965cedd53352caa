import { mentionedPath } from './files/paths.ts'
import { scanIdentifiers } from './identifiers/scan-identifiers.ts'
import { anyWord, keyNoPath, keyWord, type ScanRange } from './identifiers/scan-words.ts'
import type { FactOrigin, IdentifierFact } from './ledger.ts'
import type { LedgerDraft } from './ledger-draft.ts'

/**
 * The parts of a text that are searched for paths and identifiers; failures and rules are looked for in all of it. The
 * middle of a long output is a list of equals, and says little that its beginning and its end do not.
 */
const outputReach = { headChars: 24_000, tailChars: 8_000 }
export const spokenReach = { headChars: 96_000, tailChars: 32_000 }
const shortChars = 8_000
const mostMentions = 50

type Source = IdentifierFact['from']

/** Paths and identifiers of a text; of a long one those of its beginning and those of its end. */
export function readWords(draft: LedgerDraft, text: string, origin: FactOrigin, from: Source): void {
  const telling = from === 'result' ? tellingIn(text) : anyWord
  const { headChars, tailChars } = from === 'result' ? outputReach : spokenReach
  const head = Math.min(headChars, text.length > shortChars ? Math.floor(text.length * 0.75) : text.length)
  readStretch(draft, { text, from: 0, to: head, telling }, origin, from)
  const tail = Math.max(head, text.length - tailChars)
  if (tail < text.length) readStretch(draft, { text, from: tail, to: text.length, telling }, origin, from)
}

/** Paths of an output are names, and no files that anybody worked on; an address has slashes, too. */
function tellingIn(text: string): number {
  return text.includes('://') ? keyWord : keyNoPath
}

/** Words of an output count only if they look like keys, or are known already. */
function readStretch(draft: LedgerDraft, range: ScanRange, origin: FactOrigin, from: Source): void {
  const { entry, at } = origin
  // Most texts name nothing, so that nothing is set up for them.
  let paths: Set<string> | undefined
  let words: Map<string, Seen> | undefined
  // Of a text that names more, only repeats are still counted.
  const wants = (word: string) => words === undefined || words.size < mostMentions || words.has(word)
  scanIdentifiers({ ...range, wants }, ({ kind, text: word }) => {
    if (kind === 'path') {
      if (from === 'result') return true
      paths ??= new Set()
      if (paths.size < mostMentions) paths.add(word)
    } else {
      words ??= new Map()
      const known = words.get(word)
      if (known !== undefined) known.times++
      else if (words.size < mostMentions && (from !== 'result' || isKey(kind, word) || draft.knows(word))) {
        words.set(word, { kind, times: 1 })
      }
    }
    return (paths?.size ?? 0) < mostMentions || (words?.size ?? 0) < mostMentions
  })
  for (const path of paths ?? []) {
    const mentioned = mentionedPath(path)
    if (mentioned !== undefined) draft.files.add({ path: mentioned, touch: 'mentioned' }, origin, from === 'user')
  }
  for (const [word, { kind, times }] of words ?? []) draft.identifier({ entry, at, kind, text: word, times, from })
}

interface Seen {
  readonly kind: IdentifierFact['kind']
  times: number
}

const digit = /\d/

function isKey(kind: IdentifierFact['kind'], word: string): boolean {
  return kind !== 'name' || digit.test(word)
}
