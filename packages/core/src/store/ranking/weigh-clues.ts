import { type Clue, clueWeight } from '../clues.ts'

/** A clue with the messages that have it. Messages are known by their places: neighbours of a conversation differ by 1. */
export interface FoundClue {
  readonly clue: Clue
  /** Messages that have the clue as the query has it. */
  readonly exact: readonly number[]
  /** Messages that have it in another form only. */
  readonly formed: readonly number[]
  /** How many messages have it as the query has it; an estimate where not all were looked at. */
  readonly exactCount: number
  /** How many have it in any form. */
  readonly anyCount: number
  /** Before this place the lists may be incomplete or wrong: the texts tell. @default they are right */
  readonly surelyFrom?: number
}

/** A clue and what it is worth in a message that has it. */
export interface WeighedClue extends FoundClue {
  readonly exactWeight: number
  readonly formedWeight: number
  /** The most that a message can have of it. */
  readonly worth: number
}

/** The rarest clues decide; of more, the rest adds little and takes time. */
const maxUsed = 12
/** What a function word counts: questions and answers have them by chance. */
const functionFactor = 0.3

/** Weighs clues by how few messages have them, and leaves out those that say nothing. */
export function weighClues(found: readonly FoundClue[], messages: number): readonly WeighedClue[] {
  return found
    .map((each) => weigh(each, messages))
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth)
    .slice(0, maxUsed)
}

/** A word that is rare as it stands counts as rare, even where its other forms are common. */
function weigh(found: FoundClue, messages: number): WeighedClue {
  const factor = found.clue.isFunctionWord === true ? functionFactor : 1
  const formedWeight = factor * clueWeight(found.anyCount, messages)
  const exactWeight =
    found.exactCount === 0 ? 0 : Math.max(formedWeight, factor * clueWeight(found.exactCount, messages))
  return { ...found, exactWeight, formedWeight, worth: Math.max(exactWeight, formedWeight) }
}
