import {
  type Heading,
  isEmptySection,
  isStateLine,
  leaveOutMiddle,
  parseSections,
  type RequestFact,
  writeSections,
} from '@palimpsest/core/engine'

/** The current task and the rules that hold are told once, in the note below all records: in an old record they would come back to life. */
const toldElsewhere: ReadonlySet<Heading> = new Set<Heading>(['Active Task', 'Constraints & Preferences'])

export interface RecordBodyOptions {
  /** What the user asked for in this stretch. @default none */
  readonly requests?: readonly RequestFact[]
  /** Lines of the records below it that say so, oldest first. @default none */
  readonly asked?: readonly string[]
  /** Tokens that these may take. */
  readonly requestTokens: number
  countText(text: string): number
}

/** A handoff summary as a record of what happened in one stretch: only sections that say something, and who asked for what. */
export function recordBody(summary: string, options: RecordBodyOptions): string {
  const { opening, texts } = parseSections(summary)
  const kept: Partial<Record<Heading, string>> = {}
  for (const [name, text] of Object.entries(texts)) {
    const heading = name as Heading
    const own = heading === 'Active State' ? withoutState(text) : text
    if (!toldElsewhere.has(heading) && own !== undefined && !isEmptySection(own)) kept[heading] = own
  }
  const body = writeSections({ opening: isNotice(opening) ? '' : opening, texts: kept })
  return [askedLines(options), body].filter((text) => text !== '').join('\n\n')
}

/** What the task stands at is told in that note, too. */
function withoutState(text = ''): string {
  const lines = text.split('\n')
  return lines.filter((line) => !isStateLine(line)).join('\n')
}

/** A mechanical summary says so in its opening; the first line of a record says it shorter. */
function isNotice(opening: string): boolean {
  return opening.startsWith('Mechanical summary:')
}

const askedHeading = '## Asked'

/** The lines of a record that quote the user, and the rest of it. */
export function splitAsked(body: string): { readonly asked: readonly string[]; readonly rest: string } {
  if (!body.startsWith(`${askedHeading}\n`)) return { asked: [], rest: body }
  const lines = body.split('\n').slice(1)
  const end = lines.findIndex((line) => !line.startsWith('- '))
  const asked = end === -1 ? lines : lines.slice(0, end)
  return { asked, rest: lines.slice(asked.length).join('\n').trimStart() }
}

/** Requests word for word, the newest last; what was called off says so. */
function askedLines({ requests = [], asked = [], requestTokens, countText }: RecordBodyOptions): string {
  const each = Math.max(24, Math.floor(requestTokens / 3))
  const fresh = requests.map(({ text, calledOff }) => {
    const said = leaveOutMiddle(text, { mostTokens: each, countText, where: 'in full in the original' })
    return `- "${said.replace(/\s+/g, ' ').trim()}"${calledOff === true ? ' (called off)' : ''}`
  })
  const lines: string[] = []
  let tokens = countText(askedHeading)
  for (const line of [...new Set([...asked, ...fresh])].toReversed()) {
    const cost = countText(line) + 1
    if (tokens + cost > requestTokens) continue
    tokens += cost
    lines.unshift(line)
  }
  return lines.length === 0 ? '' : [askedHeading, ...lines].join('\n')
}
