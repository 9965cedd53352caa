import type { ConversationLog, EntryId, LogEntry, Shown } from '@palimpsest/core/engine'

/** A node of the DAG: a message that an engine made in place of others. */
export interface NodeShape {
  readonly id: EntryId
  /** The places of the first and the last original below it. */
  readonly first: number
  readonly last: number
  /** One above messages, two above nodes that are above messages, and so on. */
  readonly depth: number
  /** The layer right below it: nodes, or originals. */
  readonly children: readonly EntryId[]
}

/** Nodes never change, so each is looked up once. Many are small; this bounds them in a conversation of any length. */
const mostShapes = 5_000

/** Finds out how nodes are built, by the edges in the log. */
export interface NodeShapes {
  /** `undefined` for what was said, for a shortened message, and for a note that represents nothing. */
  of(entry: Pick<Shown, 'id' | 'standsFor'>): Promise<NodeShape | undefined>
  /** The place of the one message that it represents; `undefined` for a node, and for what represents nothing. */
  placeOf(entry: Pick<Shown, 'id' | 'standsFor'>): Promise<number | undefined>
}

/** What is known of any entry: a node, one message, or nothing that was said. */
type Reach = NodeShape | { readonly at: number } | undefined

export function createNodeShapes(log: ConversationLog): NodeShapes {
  const known = new Map<EntryId, Reach>()

  async function reachOf(entry: Pick<LogEntry, 'id' | 'standsFor' | 'index'>): Promise<Reach> {
    if (entry.standsFor === undefined) return entry.index === undefined ? undefined : { at: entry.index }
    if (known.has(entry.id)) return known.get(entry.id)
    const reach = await look(entry.id, entry.standsFor)
    known.set(entry.id, reach)
    for (const oldest of known.keys()) {
      if (known.size <= mostShapes) break
      known.delete(oldest)
    }
    return reach
  }

  async function look(id: EntryId, standsFor: readonly EntryId[]): Promise<Reach> {
    const ends = await log.entries([...new Set([standsFor[0], standsFor.at(-1)])].filter((each) => each !== undefined))
    const reaches = await Promise.all(ends.map(reachOf))
    // A message that was shortened, or a node that was written anew, is what it stands for.
    if (standsFor.length === 1) {
      const [only] = reaches
      return only !== undefined && 'depth' in only ? { ...only, id } : only
    }
    const found = reaches.filter((reach) => reach !== undefined)
    if (found.length === 0) return undefined
    const firsts = found.map((reach) => ('at' in reach ? reach.at : reach.first))
    const lasts = found.map((reach) => ('at' in reach ? reach.at : reach.last))
    const depth = 1 + Math.max(...found.map((reach) => ('at' in reach ? 0 : reach.depth)))
    return { id, first: Math.min(...firsts), last: Math.max(...lasts), depth, children: standsFor }
  }

  return {
    of: async (entry) => {
      const reach = await reachOf(entry)
      return reach !== undefined && 'depth' in reach ? reach : undefined
    },
    placeOf: async (entry) => {
      const reach = await reachOf(entry)
      return reach !== undefined && 'at' in reach ? reach.at : undefined
    },
  }
}

/** The name of a node, or of a message, for the model. */
export function rangeName({ first, last }: Pick<NodeShape, 'first' | 'last'>): string {
  return first === last ? `#${first}` : `#${first}-${last}`
}
