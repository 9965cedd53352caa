import type { EnginePorts } from '../../contract/occasion.ts'

/** A summary whose doubtful identifiers are marked, and what they are. */
export interface CheckedFacts {
  readonly body: string
  /** Identifiers that no source contains, as they were written. */
  readonly unverified: readonly string[]
}

/** The possible sources of identifiers. */
export interface Known {
  readonly sources: readonly string[]
  /** An earlier summary: what it marks as doubtful is not known by it. */
  readonly earlier?: string
}

const unverifiedMark = '[unverified]'

/** Things that are copied, never composed: a changed letter makes them wrong. */
const identifiers = new RegExp(
  [
    'https?://[^\\s<>"\'`)\\]】」]{4,300}',
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
    '(?:~|\\.{1,2})?/?(?:[\\w@.+-]{1,100}/){1,30}[\\w@+-][\\w@.+-]{0,100}\\.[A-Za-z][A-Za-z0-9]{0,7}\\b',
    '(?<![\\w/])/(?:[\\w@.+-]{2,100}/){1,30}[\\w@.+-]{2,100}',
    '\\bv?\\d{1,4}\\.\\d{1,4}\\.\\d{1,6}(?:-[\\w.]{1,20})?\\b',
    '\\b(?=[0-9a-f]{0,39}\\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}\\b',
    '\\b[A-Z][A-Z0-9]{1,9}-\\d{1,7}\\b',
    '(?<!\\w)#\\d{2,7}\\b',
  ].join('|'),
  'g',
)
/** Beyond this a summary is a list, and each one costs a search of the source. */
const mostChecked = 400
/** A few milliseconds of searching. */
const charsBetweenPauses = 8_000_000

/** Marks what a summary names and no source knows. */
export async function checkFacts(
  body: string,
  { sources, earlier = '' }: Known,
  pause: EnginePorts['pause'],
): Promise<CheckedFacts> {
  const known = [...sources, withoutMarked(earlier)]
  const unverified: string[] = []
  const named = [...new Set(Array.from(body.matchAll(identifiers), ([text]) => trimEnd(text)))].slice(0, mostChecked)
  const chars = known.reduce((total, text) => total + text.length, 0)
  let searched = 0
  for (const identifier of named) {
    if (!isKnown(identifier, known)) unverified.push(identifier)
    searched += chars
    if (searched < charsBetweenPauses) continue
    searched = 0
    await pause()
  }
  return { body: unverified.reduce(mark, body), unverified }
}

function trimEnd(identifier: string): string {
  return identifier.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')
}

/** The same file is `a.ts`, `./src/a.ts` or `/repo/src/a.ts`: a tail of a known path is known. */
function isKnown(identifier: string, sources: readonly string[]): boolean {
  const plain = identifier.replace(/^(?:\.{1,2}|~)?\/(?=\w)|^v(?=\d)/, '')
  const spellings = [plain, plain.replaceAll('/', '\\'), plain.replaceAll('/', '\\\\')]
  return sources.some((source) => spellings.some((spelling) => source.includes(spelling)))
}

/** A doubtful identifier does not become true by being repeated. */
function withoutMarked(summary: string): string {
  return summary.replace(/\S{1,400} \[unverified\]/g, ' ')
}

function mark(body: string, identifier: string): string {
  const at = body.indexOf(identifier)
  const after = at + identifier.length
  const end = body[after] === '`' ? after + 1 : after
  if (at < 0 || body.startsWith(` ${unverifiedMark}`, end)) return body
  return `${body.slice(0, end)} ${unverifiedMark}${body.slice(end)}`
}
