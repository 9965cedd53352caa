import { counted, type EngineTool, type LogEntry, messageNumber, originalText } from '@palimpsest/core/engine'
import { readReference } from './entry-reference.ts'
import { findNamedEntry } from './find-named-entry.ts'
import { answerParts, explainParts } from './tool-answer.ts'
import { readToolArguments, type ToolArguments } from './tool-arguments.ts'
import { conversationScope, shownTime, type ToolDesk } from './tool-desk.ts'

/** About 4,000 tokens. */
const usualChars = 16_000
const mostChars = 50_000

/** Reads one entry exactly, by pages of characters. */
export function lcmRead(desk: ToolDesk): EngineTool {
  return {
    name: 'lcm_read',
    description: 'Reads one message exactly as it was, in pages; the text begins after the line ---.',
    schema: {
      type: 'object',
      properties: {
        message: { type: 'string', description: '#57' },
        offset: { type: 'integer', description: 'First character; `next` of the page before.' },
        limit: { type: 'integer', description: `Characters, at most ${mostChars}.` },
        format: { enum: ['text', 'json'], description: 'json: every part and field.' },
      },
      required: ['message'],
    },
    run: async (input, view) => {
      const given = readToolArguments(input, 'message')
      const all = conversationScope(await desk.log.size())
      const reference = readReference(
        given.value('message', 'id', 'entry', 'ref', 'number', 'index', 'node', 'range', 'target', 'query'),
      )
      if (reference === undefined)
        return explainParts(all, 'Say which message: {"message": "#57"}. lcm_grep finds messages by what they say.')
      const found = await findNamedEntry(desk, await desk.finder.frontier(view), reference)
      if (found.kind === 'fault') return explainParts(all, found.message)
      const entry = found.kind === 'message' ? found.entry : await recordEntry(desk, found.shape.id)
      if (entry === undefined) return explainParts(all, 'That record can no longer be read.')
      return page(await desk.log.whole(entry), given, { all, notes: found.notes })
    },
  }
}

async function recordEntry({ log }: ToolDesk, id: LogEntry['id']): Promise<LogEntry | undefined> {
  const [entry] = await log.entries([id])
  return entry
}

interface PageContext {
  readonly all: string
  readonly notes: readonly string[]
}

function page(entry: LogEntry, given: ToolArguments, { all, notes }: PageContext) {
  const isJson = given.text('format')?.trim().toLowerCase() === 'json'
  const text = isJson ? JSON.stringify(entry.message) : originalText(entry.message)
  const from = wholeAt(text, given.number('offset', 'cursor', 'next', 'start') ?? 0)
  const limit = Math.min(mostChars, Math.max(leastChars, given.number('limit', 'maxChars', 'length') ?? usualChars))
  const what = entry.standsFor === undefined ? entry.message.role : 'record'
  const scope = `${messageNumber(entry)} ${what}, ${shownTime(entry.at)}, ${counted(text.length, 'character')}; ${all}`
  if (from > 0 && from >= text.length) {
    const why = `It has ${counted(text.length, 'character')}; offset ${from} is past its end. Begin with offset 0.`
    return explainParts(scope, why)
  }
  const end = wholeAt(text, Math.min(text.length, from + limit))
  const isPart = from > 0 || end < text.length
  const body = text.slice(from, end)
  return answerParts({
    scope,
    ...(isPart && { truncated: `characters ${from} to ${end} of ${text.length}` }),
    ...(end < text.length && { next: String(end) }),
    notes: body.isWellFormed()
      ? notes
      : [...notes, 'it has halves of characters, shown as �; format json has them exactly'],
    body: body.toWellFormed(),
  })
}

/** A page must hold more than half of a character. */
const leastChars = 2

/** A place that is not between the halves of a character: that, or the one before. */
function wholeAt(text: string, at: number): number {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at
}
