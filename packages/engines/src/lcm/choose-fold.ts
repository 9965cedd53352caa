/** A node as far as folding it goes. */
export interface Foldable {
  readonly depth: number
}

/** Nodes next to each other, `from` included and `to` not, that become one. */
export interface Fold {
  readonly from: number
  readonly to: number
}

const usualFanIn = { least: 4, most: 8 } as const
const tightFanIn = { least: 2, most: 8 } as const

/**
 * Chooses the nodes that become one next: the lowest layer first, the oldest of it, four to eight at a time; two where
 * nothing else is left, and at the very last neighbours of different depths. `undefined` when only one node is left.
 */
export function chooseFold(nodes: readonly Foldable[]): Fold | undefined {
  return lowest(nodes, usualFanIn) ?? lowest(nodes, tightFanIn) ?? mixed(nodes)
}

interface FanIn {
  readonly least: number
  readonly most: number
}

function lowest(nodes: readonly Foldable[], { least, most }: FanIn): Fold | undefined {
  const folds = stretches(nodes).filter(({ from, to }) => to - from >= least)
  const depthOf = ({ from }: Fold) => nodes[from]?.depth ?? 0
  const [found] = folds.toSorted((a, b) => depthOf(a) - depthOf(b) || a.from - b.from)
  return found && { from: found.from, to: Math.min(found.to, found.from + most) }
}

/** Neighbours of one depth. */
function stretches(nodes: readonly Foldable[]): readonly Fold[] {
  const found: Fold[] = []
  let from = 0
  for (let at = 1; at <= nodes.length; at++) {
    if (at < nodes.length && nodes[at]?.depth === nodes[from]?.depth) continue
    found.push({ from, to: at })
    from = at
  }
  return found
}

/** The two lowest neighbours: folding the oldest one again and again would make a chain of what should be a tree. */
function mixed(nodes: readonly Foldable[]): Fold | undefined {
  let best: Fold | undefined
  let least = Number.POSITIVE_INFINITY
  for (let from = 0; from + 1 < nodes.length; from++) {
    const depth = Math.max(nodes[from]?.depth ?? 0, nodes[from + 1]?.depth ?? 0)
    if (depth >= least) continue
    least = depth
    best = { from, to: from + 2 }
  }
  return best
}
