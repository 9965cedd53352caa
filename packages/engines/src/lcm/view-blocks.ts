import { type Counter, groupStarts, readRecord, type Shown, withoutOwnText } from '@palimpsest/core/engine'
import type { NodeShape, NodeShapes } from './node-shapes.ts'

/** A group of messages as they were said, or shortened: never parted. */
export interface RawBlock {
  readonly kind: 'raw'
  readonly items: readonly Shown[]
  readonly tokens: number
}

/** A message that an engine made in place of others. */
export interface NodeBlock {
  readonly kind: 'node'
  readonly shown: Shown
  readonly tokens: number
  readonly depth: number
  /** Unknown for a record that a file brought along. */
  readonly shape?: NodeShape
}

/** The parts of a view, by what this engine may do with them. */
export interface ViewBlocks {
  /** The system prompt, where it is a message. */
  readonly system: readonly Shown[]
  /** Notes that represent nothing that was said; each compaction writes them anew. */
  readonly notes: readonly Shown[]
  /** Everything else, in order. */
  readonly blocks: readonly (RawBlock | NodeBlock)[]
}

/** Sorts a view, whichever engine made it. */
export async function readBlocks(view: readonly Shown[], counter: Counter, shapes: NodeShapes): Promise<ViewBlocks> {
  const first = view.findIndex(({ message }) => message.role !== 'system')
  const lead = first === -1 ? view.length : first
  const notes: Shown[] = []
  const blocks: (RawBlock | NodeBlock)[] = []
  const rest = view.slice(lead)
  const starts = groupStarts(rest)
  for (const [i, start] of starts.slice(0, -1).entries()) {
    const items = rest.slice(start, starts[i + 1])
    const tokens = items.reduce((sum, { message }) => sum + counter.message(message), 0)
    const [only] = items
    const made = items.length === 1 && only !== undefined ? await readMade(only, shapes) : undefined
    if (made === undefined || only === undefined) blocks.push({ kind: 'raw', items, tokens })
    else if (made === 'note') notes.push(only)
    else blocks.push({ kind: 'node', shown: only, tokens, ...made })
  }
  return { system: view.slice(0, lead), notes, blocks }
}

async function readMade(
  shown: Shown,
  shapes: NodeShapes,
): Promise<'note' | Pick<NodeBlock, 'depth' | 'shape'> | undefined> {
  if (shown.standsFor === undefined) return readFile(shown)
  const shape = await shapes.of(shown)
  if (shape !== undefined) return { depth: shape.depth, shape }
  const place = await shapes.placeOf(shown)
  if (place === undefined) return isNote(shown) ? 'note' : undefined
  return isRecord(shown) ? { depth: 1, shape: leafOfOne(shown, place) } : undefined
}

/** A file has no edges, so there, and only there, a record is known by its seal. */
function readFile({ message }: Shown): 'note' | Pick<NodeBlock, 'depth'> | undefined {
  const text = message.role === 'user' && message.parts.length === 1 ? firstText(message.parts) : undefined
  if (text === undefined) return undefined
  if (text.trim() === '' || withoutOwnText(text) !== '') return undefined
  return readRecord(text) === undefined ? 'note' : { depth: 1 }
}

/** A message so long that it has a record of its own; one that was only shortened says its own words. */
function isRecord({ message }: Shown): boolean {
  const text = message.role === 'user' ? firstText(message.parts) : undefined
  return text !== undefined && readRecord(text) !== undefined
}

function leafOfOne({ id, standsFor = [] }: Shown, place: number): NodeShape {
  return { id, first: place, last: place, depth: 1, children: standsFor }
}

/** What an engine made and represents nothing is its note; a message that it shortened is still that message. */
function isNote({ message, standsFor = [] }: Shown): boolean {
  if (standsFor.length === 0) return true
  const text = firstText(message.parts)
  return message.role === 'user' && text !== undefined && withoutOwnText(text) === ''
}

function firstText(parts: Shown['message']['parts']): string | undefined {
  const [first] = parts
  return first?.type === 'text' ? first.text : undefined
}
