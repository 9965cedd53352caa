import type { Hit } from '@palimpsest/core'
import { z } from 'zod'
import { defineTool, roomOf } from './define-tool.ts'
import { counted, cutText } from './in-words.ts'
import { Refusal } from './refusal.ts'
import type { ToolLimits } from './tool.ts'

const limits: ToolLimits = { maxChars: 30_000, neverSpilled: true }

const input = z.strictObject({
  query: z
    .string()
    .describe('Words that must all occur, or a "quoted phrase": names, paths, error texts, any language.'),
  limit: z.int().min(1).max(50).default(10).describe('Most hits.'),
})

/** Finds what was said earlier in this conversation. */
export const recall = defineTool({
  name: 'recall',
  description:
    'Searches everything ever said in this conversation, tool output included, in its original words, also what is no longer in view. Each hit has a number to read it whole with read_original.',
  input,
  limits,
  async run({ query, limit }, { archive, ...context }) {
    if (query.trim() === '') throw new Refusal('The query is empty. Give a word, a "phrase" or a name.')
    const { hits, searched, capped } = await archive.recall(query, limit)
    const scope = `${counted(searched, 'message')} of this conversation searched`
    if (hits.length === 0) return { text: `[Nothing found; ${scope}. All words must occur: try fewer, or others.]` }
    const lines = fit(hits.map(line), roomOf(limits, { archive, ...context }))
    const more = capped || lines.length < hits.length ? '; there are more: add a word, or raise limit' : ''
    return {
      text: [...lines, `[${counted(lines.length, 'hit')}; ${scope}${more}. read_original gives the whole.]`].join('\n'),
    }
  },
})

const mostSnippetChars = 600

function line({ index, role, snippet }: Hit): string {
  return `#${index} ${role}: ${cutText(snippet.replace(/\s+/g, ' ').trim(), mostSnippetChars)}`
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
