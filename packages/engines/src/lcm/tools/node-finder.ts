import type { ConversationLog, EntryId, LogEntry, Shown } from '@palimpsest/core/engine'
import type { NodeShape, NodeShapes } from '../node-shapes.ts'

/** What the view shows of the conversation: nodes by their places, and single messages. */
export interface Frontier {
  readonly nodes: readonly NodeShape[]
  /** Places of the messages that are shown as they were said. */
  readonly shown: ReadonlySet<number>
  /** Places of those that are shown in short. */
  readonly shortened: ReadonlySet<number>
}

/** What a node represents: a node below it, or something that was said. */
export type NodeChild =
  | { readonly kind: 'node'; readonly entry: LogEntry; readonly shape: NodeShape }
  | { readonly kind: 'message'; readonly entry: LogEntry }

/** Finds nodes by the places below them, from the view downwards: nothing is gone through that is not on the way. */
export interface NodeFinder {
  frontier(view: readonly Shown[]): Promise<Frontier>
  /**
   * The layer below a node, from one child on; what was shortened comes as it was said. `undefined` for what another
   * conversation holds.
   */
  children(node: NodeShape, from: number, limit: number): Promise<readonly (NodeChild | undefined)[]>
  /** The nodes above a place, the one in the view first. */
  path(frontier: Frontier, at: number): Promise<readonly NodeShape[]>
  /** The smallest node above all of a stretch. */
  covering(frontier: Frontier, first: number, last: number): Promise<NodeShape | undefined>
  /** What an entry is: what was said itself, or that which it shortens. */
  original(entry: LogEntry): Promise<LogEntry>
}

/** Nodes whose children are remembered: they never change, and searches come back to the same ones. */
const mostKnown = 2_000
/** A message is shortened again and again only in small windows. */
const mostSteps = 20

export function createNodeFinder(log: ConversationLog, shapes: NodeShapes): NodeFinder {
  const nodesBelow = new Map<EntryId, readonly NodeShape[]>()
  const places = new Map<EntryId, number | undefined>()

  async function original(entry: LogEntry): Promise<LogEntry> {
    let current = entry
    for (let step = 0; step < mostSteps && current.standsFor?.length === 1; step++) {
      const [below] = await log.entries(current.standsFor)
      if (below === undefined) return current
      current = below
    }
    return current
  }

  async function childOf(entry: LogEntry | undefined): Promise<NodeChild | undefined> {
    if (entry === undefined) return undefined
    const shape = entry.standsFor === undefined ? undefined : await shapes.of(entry)
    return shape === undefined ? { kind: 'message', entry: await original(entry) } : { kind: 'node', entry, shape }
  }

  async function below(node: NodeShape): Promise<readonly NodeShape[]> {
    if (node.depth <= 1) return []
    const known = nodesBelow.get(node.id)
    if (known !== undefined) return known
    const entries = await log.entries(node.children)
    const found = await Promise.all(
      entries.map((entry) => (entry.standsFor === undefined ? undefined : shapes.of(entry))),
    )
    const nodes = found.filter((shape) => shape !== undefined)
    remember(nodesBelow, node.id, nodes)
    return nodes
  }

  /** Of a message that is shown in short. */
  async function placeOf(shown: Shown): Promise<number | undefined> {
    if (!places.has(shown.id)) remember(places, shown.id, (await original(shown)).index)
    return places.get(shown.id)
  }

  async function descend(frontier: Frontier, first: number, last: number): Promise<readonly NodeShape[]> {
    const covers = (node: NodeShape) => node.first <= first && node.last >= last
    const path: NodeShape[] = []
    for (let node = frontier.nodes.find(covers); node !== undefined; node = (await below(node)).find(covers)) {
      path.push(node)
      if (node.first === first && node.last === last) break
    }
    return path
  }

  return {
    original,
    frontier: (view) => readFrontier(view, shapes, placeOf),
    children: async (node, from, limit) => {
      const ids = node.children.slice(from, from + limit)
      const entries = new Map((await log.entries(ids)).map((entry) => [entry.id, entry]))
      return Promise.all(ids.map((id) => childOf(entries.get(id))))
    },
    path: (frontier, at) => descend(frontier, at, at),
    covering: async (frontier, first, last) => (await descend(frontier, first, last)).at(-1),
  }
}

function remember<Value>(known: Map<EntryId, Value>, id: EntryId, value: Value): void {
  known.set(id, value)
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) return
    known.delete(oldest)
  }
}

async function readFrontier(
  view: readonly Shown[],
  shapes: NodeShapes,
  placeOf: (shown: Shown) => Promise<number | undefined>,
): Promise<Frontier> {
  const nodes: NodeShape[] = []
  const shown = new Set<number>()
  const shortened = new Set<number>()
  for (const item of view) {
    if (item.standsFor === undefined) {
      if (item.index !== undefined) shown.add(item.index)
      continue
    }
    const shape = await shapes.of(item)
    const at = shape === undefined ? await placeOf(item) : undefined
    if (shape !== undefined) nodes.push(shape)
    else if (at !== undefined) shortened.add(at)
  }
  return { nodes, shown, shortened }
}
