import { type ConversationLog, counted, type LogEntry } from '@palimpsest/core/engine'
import { type NodeShape, rangeName } from '../node-shapes.ts'
import type { EntryReference } from './entry-reference.ts'
import type { Frontier, NodeFinder } from './node-finder.ts'
import type { ToolDesk } from './tool-desk.ts'

/** What a reference names in this conversation, with what was understood in another way than it was said. */
export type FoundEntry =
  | { readonly kind: 'message'; readonly entry: LogEntry; readonly notes: readonly string[] }
  | { readonly kind: 'node'; readonly shape: NodeShape; readonly notes: readonly string[] }
  | { readonly kind: 'fault'; readonly message: string }

export async function findNamedEntry(
  desk: ToolDesk,
  frontier: Frontier,
  reference: EntryReference,
): Promise<FoundEntry> {
  switch (reference.kind) {
    case 'message':
      return findMessage(desk.log, reference.at)
    case 'range':
      return findRange(desk, frontier, reference)
    case 'id': {
      const [entry] = await desk.log.entries([reference.id])
      if (entry === undefined) return { kind: 'fault', message: unknownId(reference.id, await desk.log.size()) }
      const shape = entry.standsFor === undefined ? undefined : await desk.shapes.of(entry)
      return shape === undefined ? { kind: 'message', entry, notes: [] } : { kind: 'node', shape, notes: [] }
    }
  }
}

const shownIdChars = 60

function unknownId(id: string, size: number): string {
  const name = id.slice(0, shownIdChars).toWellFormed()
  return `Nothing in this conversation is called "${name}". Name a message by its number (#0 to #${Math.max(0, size - 1)}) or a record by its range (#12-80); lcm_describe without arguments lists the records, lcm_grep finds messages.`
}

async function findMessage(log: ConversationLog, at: number): Promise<FoundEntry> {
  const [entry] = await log.originals(at, 1)
  if (entry !== undefined) return { kind: 'message', entry, notes: [] }
  const size = await log.size()
  return { kind: 'fault', message: beyond(`#${at}`, size) }
}

function beyond(name: string, size: number): string {
  if (size === 0) return `There is no ${name}: nothing was said in this conversation yet.`
  return `There is no ${name}: this conversation has ${counted(size, 'message')}, the last is #${size - 1}. Did you mean #${size - 1}?`
}

async function findRange(
  { log, finder }: ToolDesk,
  frontier: Frontier,
  { first, last, isSwapped }: Extract<EntryReference, { kind: 'range' }>,
): Promise<FoundEntry> {
  const size = await log.size()
  if (first >= size) return { kind: 'fault', message: beyond(rangeName({ first, last }), size) }
  const asked = { first, last: Math.min(last, size - 1) }
  const notes = [
    ...(isSwapped ? [`read as ${rangeName(asked)}`] : []),
    ...(last >= size ? [`the last message is #${size - 1}`] : []),
  ]
  const node = await finder.covering(frontier, asked.first, asked.last)
  if (node !== undefined) {
    const isExact = node.first === asked.first && node.last === asked.last
    const other = `no record is exactly ${rangeName(asked)}; ${rangeName(node)} is the smallest that covers it`
    return { kind: 'node', shape: node, notes: isExact ? notes : [...notes, other] }
  }
  if (asked.first === asked.last) {
    const found = await findMessage(log, asked.first)
    return found.kind === 'message' ? { ...found, notes } : found
  }
  return { kind: 'fault', message: spread(asked, frontier) }
}

const mostNamed = 8

/** No node is above all of it: those above a part of it are named. */
function spread(asked: Pick<NodeShape, 'first' | 'last'>, { nodes, shown }: Frontier): string {
  const parts = nodes.filter((node) => node.first <= asked.last && node.last >= asked.first).map(rangeName)
  const more = parts.length > mostNamed ? [`and ${parts.length - mostNamed} more`] : []
  const isShown = shown.has(asked.first) || shown.has(asked.last)
  const where = [
    ...(parts.length > 0 ? [`it is spread over ${[...parts.slice(0, mostNamed), ...more].join(', ')}`] : []),
    ...(isShown ? ['some of it is in view as messages'] : []),
  ]
  const how = `name one of these, or read single messages (lcm_read #${asked.first})`
  return `No record covers ${rangeName(asked)}: ${[...where, how].join('; ')}.`
}

/** The covering nodes of a place, as one line; where there are none, why. */
export async function placeLine(finder: NodeFinder, frontier: Frontier, at: number): Promise<string> {
  const path = await finder.path(frontier, at)
  if (path.length > 0) return shortPath(path.map(rangeName)).join(' > ')
  if (frontier.shown.has(at)) return 'in view'
  return frontier.shortened.has(at) ? 'in view, shortened' : 'under no record'
}

/** Of a path of more steps, those in the middle are left out: each can be found from the one above. */
const mostSteps = 8

function shortPath(names: readonly string[]): readonly string[] {
  if (names.length <= mostSteps) return names
  const left = names.length - mostSteps + 1
  return [...names.slice(0, 2), `… ${left} more …`, ...names.slice(2 + left)]
}
