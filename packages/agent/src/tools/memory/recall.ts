import type { SearchHit } from '@palimpsest/core/store'
import { z } from 'zod'
import type { ArchivePort, KeptHit, KeptHits, ToolLimits } from '../agent-tool.ts'
import { answerRoom, defineTool } from '../define-tool.ts'
import { countedLines, cutText, sized } from '../in-words.ts'
import { ToolRefusal } from '../tool-refusal.ts'

const limits: ToolLimits = { maxChars: 30_000, neverSpilled: true }

const input = z.strictObject({
  query: z
    .string()
    .describe(
      'Names, paths, error texts, any language. Messages with all words come first; a "quoted phrase" must occur as it stands.',
    ),
  limit: z.int().min(1).max(50).default(10).describe('Most hits.'),
})

/** Finds what was said earlier in this conversation. */
export const recall = defineTool({
  name: 'recall',
  description:
    'Searches everything ever said in this conversation, tool output included, in its original words, also what is no longer in view. Each hit has a number to read it whole with read_original.',
  input,
  limits,
  async run({ query, limit }, { archive, ...context }, signal) {
    if (query.trim() === '') throw new ToolRefusal('The query is empty. Give a word, a "phrase" or a name.')
    const [said, kept] = await Promise.all([archive.recall(query, limit), keptHits(archive, query, limit, signal)])
    const files = kept === 'failed' ? ' (kept outputs could not be searched)' : filesIn(kept)
    const scope = `${countedLines(said.searched, 'message')}${files} of this conversation searched`
    const found = [...said.hits.map(line), ...hitsIn(kept).map(keptLine)]
    if (found.length === 0) return { text: `[Nothing found; ${scope}. Try other words.]` }
    const lines = fit(found, answerRoom(limits, { archive, ...context }))
    const isCapped = said.capped || (kept !== 'failed' && kept?.capped === true) || lines.length < found.length
    const more = isCapped ? '; there are more: add a word, or raise limit' : ''
    const how =
      hitsIn(kept).length > 0
        ? 'read_original gives the whole of a message, read_file that of a kept output'
        : 'read_original gives the whole'
    return { text: [...lines, `[${countedLines(lines.length, 'hit')}; ${scope}${more}. ${how}.]`].join('\n') }
  },
})

type Kept = KeptHits | undefined | 'failed'

/** A failed search of files must not hide what was said. */
async function keptHits(archive: ArchivePort, query: string, limit: number, signal: AbortSignal): Promise<Kept> {
  try {
    return await archive.recallKept?.(query, limit, signal)
  } catch {
    signal.throwIfAborted()
    return 'failed'
  }
}

function hitsIn(kept: Kept): readonly KeptHit[] {
  return kept === undefined || kept === 'failed' ? [] : kept.hits
}

function filesIn(kept: KeptHits | undefined): string {
  return kept === undefined || kept.searched === 0 ? '' : ` and ${countedLines(kept.searched, 'kept output')}`
}

const mostSnippetChars = 600

function line({ index, role, at, snippet }: SearchHit): string {
  return `#${index} ${role}, ${said(at)}: ${cutText(snippet.replace(/\s+/g, ' ').trim(), mostSnippetChars)}`
}

/** Formats a time to the minute, in UTC: the reader may be anywhere. */
function said(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? 'no time known' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** A hit that only a file holds is reported by its place there. */
function keptLine({ path, line: at, snippet, bytes, said: [first] }: KeptHit): string {
  const of = first === undefined ? '' : ` of #${first.index}`
  return `kept output${of}, ${path} (${sized(bytes)}), line ${at}: ${cutText(snippet, mostSnippetChars)}`
}

function fit(lines: readonly string[], room: number): readonly string[] {
  const shown: string[] = []
  let chars = 0
  for (const item of lines) {
    chars += item.length + 1
    if (chars > room && shown.length > 0) break
    shown.push(item)
  }
  return shown
}
