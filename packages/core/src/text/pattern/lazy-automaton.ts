import { breakSide, type CharacterClasses, type CharacterSide, otherSide, wordSide } from './character-classes.ts'
import type { PatternAssertion } from './pattern-node.ts'
import type { PatternDirection, PatternProgram } from './pattern-program.ts'

/** Two megabytes of moves and of instructions in states; then all states are forgotten, and found anew when needed. */
const mostMoves = 1 << 19
const mostLeaves = 1 << 18

/** The state from which no match is reached any more. */
export const deadState = 0
/** A move that is not known yet; `moveFrom` finds it. */
export const unknownMove = 0

/**
 * A deterministic automaton whose states are found when a text leads to them. A state is a list of instructions, the
 * preferred ones first, and, where neighbours matter, the side of the character before.
 * A move above 0 is the next state. One below 0 is the complement of: the next state times 4, plus 1 if a match ends
 * before the character, plus 2 if the next state is the first one again (where `marksFirst` asks for it).
 */
export interface LazyAutomaton {
  /** The moves by state plus class; replaced by `moveFrom` as they grow. */
  moves: Int32Array
  /** The first state after (backwards: before) a character of this side. */
  readonly firstState: (side: CharacterSide) => number
  /** The move from a state over a class, after which no state is valid but the one that it leads to. */
  readonly moveFrom: (state: number, characterClass: number) => number
}

/** How an automaton is to read. */
export interface AutomatonOptions {
  readonly direction: PatternDirection
  /** Whether whoever reads wants to know of the first state, to jump ahead from there. */
  readonly marksFirst: boolean
}

/** A list of instructions that take, check or match, in order of preference. */
type Leaves = readonly number[]

interface State {
  readonly leaves: Leaves
  readonly side: CharacterSide
  readonly hasChecks: boolean
}

const sides: readonly CharacterSide[] = [otherSide, wordSide, breakSide]
const dead: State = { leaves: [], side: otherSide, hasChecks: false }

export function createLazyAutomaton(
  program: PatternProgram,
  classes: CharacterClasses,
  { direction, marksFirst }: AutomatonOptions,
): LazyAutomaton {
  const { count, sideOf } = classes
  const walk = createWalk(program, direction)
  const startLeaves = walk.closure([program.start])
  const states: State[] = []
  const known = new Map<string, number>()
  let firsts: readonly number[] = []
  let keptLeaves = 0

  const stateOf = (leaves: Leaves, side: CharacterSide): number => {
    if (leaves.length === 0) return deadState
    const hasChecks = leaves.some((leaf) => program.instructions[leaf]?.kind === 'check')
    const relevant = hasChecks ? side : otherSide
    const key = String.fromCharCode(relevant, ...leaves)
    const found = known.get(key)
    if (found !== undefined) return found
    const state = states.push({ leaves, side: relevant, hasChecks }) * count - count
    known.set(key, state)
    keptLeaves += leaves.length
    if (automaton.moves.length < states.length * count) automaton.moves = grown(automaton.moves, states.length * count)
    return state
  }
  const forgetAll = () => {
    known.clear()
    keptLeaves = 0
    states.length = 0
    states.push(dead)
    automaton.moves.fill(unknownMove)
    firsts = sides.map((side) => stateOf(startLeaves, side))
  }
  const moveFrom = (from: number, characterClass: number): number => {
    const move = automaton.moves[from + characterClass] ?? unknownMove
    if (move !== unknownMove) return move
    const side = sideOf[characterClass] ?? otherSide
    const here = walk.checked(states[from / count] ?? dead, side)
    const isMatch = here.some((leaf) => program.instructions[leaf]?.kind === 'match')
    const leaves = walk.closure(walk.taken(here, characterClass, classes))
    const isFull = states.length * count > Math.max(mostMoves, 64 * count) || keptLeaves > mostLeaves
    if (isFull) forgetAll()
    const next = stateOf(leaves, side)
    const isFirst = marksFirst && firsts.includes(next)
    const flags = (isMatch ? 1 : 0) + (isFirst ? 2 : 0)
    const found = flags > 0 || next === deadState ? ~((next << 2) | flags) : next
    if (!isFull) automaton.moves[from + characterClass] = found
    return found
  }
  const automaton: LazyAutomaton = {
    moves: new Int32Array(16 * count),
    firstState: (side) => firsts[side] ?? deadState,
    moveFrom,
  }
  forgetAll()
  return automaton
}

function grown(moves: Int32Array, least: number): Int32Array {
  const larger = new Int32Array(Math.max(least, moves.length * 2))
  larger.set(moves)
  return larger
}

interface Walk {
  /** What is reached without taking a character or checking anything. */
  readonly closure: (from: Leaves) => Leaves
  /** What is left of a state once the character after (backwards: before) is known, and with it every check. */
  readonly checked: (state: State, side: CharacterSide) => Leaves
  /** Where those lead that take a character of a class. */
  readonly taken: (leaves: Leaves, characterClass: number, classes: CharacterClasses) => Leaves
}

/** Each instruction is visited once in a walk, at its preferred place; so a walk takes no longer than the program is. */
function createWalk({ instructions }: PatternProgram, direction: PatternDirection): Walk {
  const isForward = direction === 'forward'
  const seen = new Uint32Array(instructions.length)
  let walks = 0
  const walk = (from: Leaves, holds: ((assertion: PatternAssertion) => boolean) | undefined): number[] => {
    walks++
    const leaves: number[] = []
    const stack = from.toReversed()
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const instruction = instructions[at]
      if (instruction === undefined || seen[at] === walks) continue
      seen[at] = walks
      if (instruction.kind === 'fork') stack.push(instruction.other, instruction.next)
      else if (instruction.kind !== 'check' || holds === undefined) leaves.push(at)
      else if (holds(instruction.assertion)) stack.push(instruction.next)
      // Forwards, the preferred match is looked for: nothing after it counts. Backwards, the longest is.
      if (instruction.kind === 'match' && isForward) break
    }
    return leaves
  }
  return {
    // Backwards there is no preference, and one order for all makes fewer states.
    closure: (from) => (isForward ? walk(from, undefined) : walk(from, undefined).sort((one, other) => one - other)),
    checked: ({ leaves, side, hasChecks }, ahead) => {
      const [left, right] = isForward ? [side, ahead] : [ahead, side]
      return hasChecks ? walk(leaves, (assertion) => holdsBetween(assertion, left, right)) : leaves
    },
    taken: (leaves, characterClass, { members, count }) => {
      const reached: number[] = []
      for (const leaf of leaves) {
        const instruction = instructions[leaf]
        if (instruction?.kind !== 'take' || members[instruction.set * count + characterClass] !== 1) continue
        reached.push(instruction.next)
      }
      return reached
    },
  }
}

function holdsBetween(assertion: PatternAssertion, left: CharacterSide, right: CharacterSide): boolean {
  switch (assertion) {
    case 'line-start':
      return left === breakSide
    case 'line-end':
      return right === breakSide
    case 'word-edge':
      return (left === wordSide) !== (right === wordSide)
    case 'no-word-edge':
      return (left === wordSide) === (right === wordSide)
  }
}
