import { counted, type EngineTool } from '@palimpsest/core/engine'
import { rangeName } from '../node-shapes.ts'
import { describeMessage } from './describe-message.ts'
import { describeNode, recordLine } from './describe-node.ts'
import { readReference } from './entry-reference.ts'
import { findNamedEntry } from './find-named-entry.ts'
import type { Frontier } from './node-finder.ts'
import { answerParts, explainParts } from './tool-answer.ts'
import { readToolArguments } from './tool-arguments.ts'
import { conversationScope, type ToolDesk } from './tool-desk.ts'

/** Tells what is behind a record or in a message, without showing all of it. */
export function lcmDescribe(desk: ToolDesk): EngineTool {
  return {
    name: 'lcm_describe',
    description:
      'What is behind a record (#12-80: its layer below, counts, files, commands, errors, cost to expand) or in a message (#57: size, place, outline). Without node: the list of all records.',
    schema: {
      type: 'object',
      properties: { node: { type: 'string', description: '#12-80 or #57' }, cursor: { type: 'string' } },
    },
    run: async (input, view, signal) => {
      const given = readToolArguments(input, 'node')
      const all = conversationScope(await desk.log.size())
      const asked = given.value('node', 'range', 'id', 'message', 'record', 'ref', 'target', 'query')
      const from = given.number('cursor', 'next', 'offset') ?? 0
      const frontier = await desk.finder.frontier(view)
      if (asked === undefined) return contents(desk, frontier, { all, from })
      const reference = readReference(asked)
      if (reference === undefined)
        return explainParts(all, 'Name a record (#12-80) or a message (#57), or nothing for the list of records.')
      const found = await findNamedEntry(desk, frontier, reference)
      if (found.kind === 'fault') return explainParts(all, found.message)
      if (found.kind === 'message') {
        const { scope, body } = await describeMessage(desk, frontier, found.entry)
        return answerParts({ scope: `${scope}; ${all}`, notes: found.notes, body })
      }
      const { body, truncated, next } = await describeNode(desk, found.shape, from, signal)
      return answerParts({
        scope: `${rangeName(found.shape)}, record of depth ${found.shape.depth}; ${all}`,
        ...(truncated !== undefined && { truncated }),
        ...(next !== undefined && { next }),
        notes: found.notes,
        body,
      })
    },
  }
}

/** Records that are listed at a time. */
const listSize = 50

interface ContentsPage {
  readonly all: string
  readonly from: number
}

/** The nodes of the view, as a table of contents. */
async function contents({ log }: ToolDesk, frontier: Frontier, { all, from }: ContentsPage) {
  const { nodes, shown, shortened } = frontier
  const places = [...shown, ...shortened].toSorted((a, b) => a - b)
  const inView =
    places.length === 0 ? 'No message is in view as it was said.' : `In view as messages: ${runsOf(places)}.`
  if (nodes.length === 0) return answerParts({ scope: all, body: `There are no records yet. ${inView}` })
  const page = nodes.slice(from, from + listSize)
  const entries = new Map((await log.entries(page.map(({ id }) => id))).map((entry) => [entry.id, entry]))
  const lines = page.map((node) => recordLine(node, entries.get(node.id)))
  const end = from + page.length
  return answerParts({
    scope: `${counted(nodes.length, 'record')} in view; ${all}`,
    ...(page.length < nodes.length && { truncated: `records ${from + 1} to ${end} of ${nodes.length}` }),
    ...(end < nodes.length && { next: String(end) }),
    body: [...lines, inView].join('\n'),
  })
}

const mostRuns = 12

function runsOf(places: readonly number[]): string {
  const runs: { first: number; last: number }[] = []
  for (const at of places) {
    const open = runs.at(-1)
    if (open !== undefined && at <= open.last + 1) open.last = at
    else runs.push({ first: at, last: at })
  }
  const more = runs.length > mostRuns ? [`${runs.length - mostRuns} more stretches`] : []
  return [...more, ...runs.slice(-mostRuns).map(rangeName)].join(', ')
}
