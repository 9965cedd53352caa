import { type CodePointSet, everyCodePoint } from './code-point-set.ts'
import type { ParsedPattern } from './parse-pattern.ts'
import { type PatternFault, patternFault } from './pattern-fault.ts'
import type { PatternAssertion, PatternNode, PatternRepeat } from './pattern-node.ts'

/** More would let one character of the text cost too much. */
const mostInstructions = 2_000
/** What is repeated may come to nothing, again and again: such work is bounded too. */
const mostVisits = 20_000

/** A step of a program: takes a character, tries two ways in order, checks what is around, or has found a match. */
export type PatternInstruction =
  | { readonly kind: 'take'; readonly next: number; readonly set: number }
  | { readonly kind: 'fork'; readonly next: number; readonly other: number }
  | { readonly kind: 'check'; readonly next: number; readonly assertion: PatternAssertion }
  | { readonly kind: 'match' }

/** A pattern as instructions without a circle that takes no character, so that the order of its ways is RegExp's. */
export interface PatternProgram {
  readonly instructions: readonly PatternInstruction[]
  readonly start: number
}

/** The programs of a pattern, and the sets that both name by their index. */
export interface PatternPrograms {
  readonly forward: PatternProgram
  readonly backward: PatternProgram
  readonly sets: readonly CodePointSet[]
}

/** Forwards, a match may begin anywhere, sooner rather than later. Backwards, it begins where the reading does. */
export type PatternDirection = 'forward' | 'backward'

type SetIndex = Map<string, { readonly index: number; readonly set: CodePointSet }>

interface Assembly {
  readonly instructions: PatternInstruction[]
  readonly sets: SetIndex
  readonly direction: PatternDirection
  visits: number
  /** Where the outermost quantifier with numbers stands, of those that are written out now. */
  countedAt: number | undefined
  fault: PatternFault | undefined
}

/** No instruction: a way that leads nowhere. */
const nowhere = -1

/** Writes a pattern as a program in each direction. */
export function assemblePrograms({ root }: ParsedPattern): PatternPrograms | PatternFault {
  const sets: SetIndex = new Map()
  const forward = assembleProgram(root, 'forward', sets)
  if ('kind' in forward) return forward
  const backward = assembleProgram(root, 'backward', sets)
  if ('kind' in backward) return backward
  return { forward, backward, sets: [...sets.values()].map(({ set }) => set) }
}

function assembleProgram(
  root: PatternNode,
  direction: PatternDirection,
  sets: SetIndex,
): PatternProgram | PatternFault {
  const none = { visits: 0, countedAt: undefined, fault: undefined }
  const assembly: Assembly = { instructions: [], sets, direction, ...none }
  const match = emit(assembly, { kind: 'match' })
  const start = lead(assembly, root, match)
  const first = direction === 'forward' ? startAnywhere(assembly, start) : start
  return assembly.fault ?? { instructions: assembly.instructions, start: first }
}

/** Tries the pattern here and, as the last resort, one character further on. */
function startAnywhere(assembly: Assembly, start: number): number {
  const loop = emit(assembly, { kind: 'match' })
  const skip = take(assembly, everyCodePoint, loop)
  assembly.instructions[loop] = { kind: 'fork', next: start, other: skip }
  return loop
}

/** Writes a node so that `next` follows; returns where it begins. */
function lead(assembly: Assembly, node: PatternNode, next: number): number {
  if (next === nowhere || isTooLong(assembly)) return nowhere
  switch (node.kind) {
    case 'character':
      return take(assembly, node.set, next)
    case 'assertion':
      return emit(assembly, { kind: 'check', assertion: node.assertion, next })
    case 'sequence':
      return inOrder(assembly, node.nodes).reduce((after, each) => lead(assembly, each, after), next)
    case 'choice':
      return node.nodes.reduceRight((others, each) => fork(assembly, lead(assembly, each, next), others), nowhere)
    case 'repeat':
      return counted(assembly, node, () => {
        let at = leadOptional(assembly, node, { empty: next, moved: next }).moved
        const copies = isLoopOfOne(node) ? node.least - 1 : node.least
        for (let copy = 0; copy < copies && assembly.fault === undefined; copy++) at = lead(assembly, node.node, at)
        return at
      })
  }
}

/** Where a node leads that has taken no character, and one that has. */
interface Exits {
  readonly empty: number
  readonly moved: number
}

/**
 * As `lead`, but tells apart whether the node took a character: RegExp gives up a repetition that took none, and tries
 * the next way through it.
 */
function leadApart(assembly: Assembly, node: PatternNode, exits: Exits): number {
  if (!node.canBeEmpty) return lead(assembly, node, exits.moved)
  if (isTooLong(assembly)) return nowhere
  switch (node.kind) {
    case 'character':
      return lead(assembly, node, exits.moved)
    case 'assertion':
      return lead(assembly, node, exits.empty)
    case 'sequence':
      return leadSequence(assembly, inOrder(assembly, node.nodes), exits)
    case 'choice':
      return node.nodes.reduceRight((others, each) => fork(assembly, leadApart(assembly, each, exits), others), nowhere)
    case 'repeat':
      return counted(assembly, node, () => {
        const copies = new Array<PatternNode>(Math.min(node.least, mostVisits)).fill(node.node)
        return leadSequence(assembly, copies, leadOptional(assembly, node, exits))
      })
  }
}

/** Writes nodes, the last of them first, that may all be empty. */
function leadSequence(assembly: Assembly, lastFirst: readonly PatternNode[], exits: Exits): number {
  let { empty, moved } = exits
  for (const [index, node] of lastFirst.entries()) {
    if (assembly.fault) return nowhere
    const apart = leadApart(assembly, node, { empty, moved })
    // Before the first node nothing can have moved.
    if (index < lastFirst.length - 1) moved = lead(assembly, node, moved)
    empty = apart
  }
  return empty
}

/** Writes the repetitions that may be left out, none of which may be empty. Both ways in share them. */
function leadOptional(assembly: Assembly, repeat: PatternRepeat, exits: Exits): Exits {
  const { node, least, most, isGreedy } = repeat
  const way = (body: number, exit: number) => (isGreedy ? fork(assembly, body, exit) : fork(assembly, exit, body))
  if (most === Number.POSITIVE_INFINITY) {
    const loop = emit(assembly, { kind: 'match' })
    const body = leadApart(assembly, node, { empty: nowhere, moved: loop })
    const [next, other] = isGreedy ? [body, exits.moved] : [exits.moved, body]
    assembly.instructions[loop] = { kind: 'fork', next: next === nowhere ? other : next, other }
    // What must take a character once may begin in the loop itself.
    if (isLoopOfOne(repeat)) return { empty: body, moved: body }
    return { empty: way(body, exits.empty), moved: body === nowhere ? exits.moved : loop }
  }
  let { empty, moved } = exits
  for (let copy = least; copy < most && assembly.fault === undefined; copy++) {
    const body = leadApart(assembly, node, { empty: nowhere, moved })
    moved = way(body, exits.moved)
    empty = exits.empty === exits.moved ? moved : way(body, exits.empty)
  }
  return { empty, moved }
}

function isLoopOfOne({ node, least, most }: PatternRepeat): boolean {
  return least > 0 && most === Number.POSITIVE_INFINITY && !node.canBeEmpty
}

/** Remembers the place of a quantifier with numbers while it is written out: what is too long is so because of it. */
function counted(assembly: Assembly, { least, most, offset }: PatternRepeat, write: () => number): number {
  if (assembly.countedAt !== undefined || (least < 2 && (most < 2 || most === Number.POSITIVE_INFINITY))) return write()
  assembly.countedAt = offset
  const start = write()
  assembly.countedAt = undefined
  return start
}

/** The nodes of a sequence, the one that is read last first. */
function inOrder({ direction }: Assembly, nodes: readonly PatternNode[]): readonly PatternNode[] {
  return direction === 'forward' ? nodes.toReversed() : nodes
}

function take(assembly: Assembly, set: CodePointSet, next: number): number {
  const key = set.join()
  const index = assembly.sets.get(key)?.index ?? assembly.sets.size
  assembly.sets.set(key, { index, set })
  return emit(assembly, { kind: 'take', set: index, next })
}

function fork(assembly: Assembly, next: number, other: number): number {
  if (next === nowhere) return other
  return other === nowhere || other === next ? next : emit(assembly, { kind: 'fork', next, other })
}

function emit({ instructions }: Assembly, instruction: PatternInstruction): number {
  instructions.push(instruction)
  return instructions.length - 1
}

function isTooLong(assembly: Assembly): boolean {
  assembly.visits++
  const { visits, instructions, countedAt } = assembly
  if (visits <= mostVisits && instructions.length <= mostInstructions) return false
  const remedy = 'Search for a part of it, or for its alternatives one after the other.'
  assembly.fault ??=
    countedAt === undefined
      ? patternFault(0, `The whole of it is too long. ${remedy}`)
      : patternFault(countedAt, 'This quantifier repeats too much. Write a smaller number, or * or + instead.')
  return true
}
