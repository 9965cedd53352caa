import { shellAnswer } from '../commands/shell-touches.ts'
import type {
  CommandFact,
  ConstraintFact,
  DecisionFact,
  ErrorFact,
  FileFact,
  IdentifierFact,
  RequestFact,
  Touch,
} from '../ledger.ts'

/** A changed file outlives those that were read since, and one that was read those that some output merely mentions. */
const touchWeight: Readonly<Record<Touch, number>> = {
  created: 3,
  changed: 3.2,
  deleted: 1.2,
  read: 0.1,
  mentioned: 0.005,
}
const namedWeight = 2.5
const sourceWeight: Readonly<Record<IdentifierFact['from'], number>> = { user: 4, call: 2, result: 0.6 }
const kindWeight: Readonly<Record<IdentifierFact['kind'], number>> = {
  url: 1.2,
  issue: 1.4,
  sha: 1,
  uuid: 1,
  version: 0.8,
  port: 1,
  date: 0.7,
  amount: 0.9,
  name: 1,
}
/** After so many messages a fact counts half. */
const halfLife = 150

/** Falls with the number of messages since, slowly enough that what is used often survives. */
export function recency(at: number, now: number): number {
  return 1 / (1 + Math.max(0, now - at) / halfLife)
}

export function frequency(times: number): number {
  return 1 + Math.log2(times)
}

export function fileImportance(file: FileFact, now: number): number {
  const weight = Math.max(touchWeight[file.touch], file.named === true ? namedWeight : 0)
  return weight * frequency(file.times) * recency(file.at, now)
}

export function identifierImportance(fact: IdentifierFact, now: number): number {
  return sourceWeight[fact.from] * kindWeight[fact.kind] * frequency(fact.times) * recency(fact.at, now)
}

/** A command that did something, or failed, outranks one that only looked. */
export function commandImportance(fact: CommandFact, now: number): number {
  return commandWeight(fact, shellAnswer) * countedImportance(fact, now)
}

/** The same for a ledger that is being written: it asks whenever it is full, and a line is taken apart only once. */
export function createCommandImportance(): typeof commandImportance {
  const answers = new Map<string, Answer>()
  const answerOf = (command: string): Answer => {
    const known = answers.get(command)
    const answer = known ?? shellAnswer(command)
    if (known === undefined) answers.set(command, answer)
    return answer
  }
  return (fact, now) => commandWeight(fact, answerOf) * countedImportance(fact, now)
}

type Answer = ReturnType<typeof shellAnswer>

function commandWeight({ failed, exitCode, command }: CommandFact, answerOf: (command: string) => Answer): number {
  if (failed === true || (exitCode !== undefined && exitCode !== 0)) return 1.5
  return answerOf(command) === 'report' ? 1 : 0.3
}

/** Anything that is only counted and dated: commands, errors. */
export function countedImportance(fact: { readonly at: number; readonly times: number }, now: number): number {
  return frequency(fact.times) * recency(fact.at, now)
}

/** What still fails outlives what others say better, and that what is over, however old it is. */
export function errorImportance(fact: ErrorFact, now: number): number {
  const weight = fact.settled === true ? settledWeight : fact.minor === true ? minorWeight : 1
  return weight * countedImportance(fact, now)
}

const settledWeight = 1e-6
const minorWeight = 1e-3

/** Newer requests matter more, and the first one most of all. */
export function requestImportance(fact: RequestFact, now: number, place: number): number {
  return place === 0 ? now + 1 : fact.at
}

/** The user's choices outrank the assistant's. */
export function decisionImportance(fact: DecisionFact, now: number): number {
  return recency(fact.at, now) * (fact.by === 'user' ? 2 : 1)
}

/** Standing rules are the last to go; what was typed goes after what was pasted. */
export function constraintImportance(fact: ConstraintFact, now: number): number {
  return (fact.state === 'standing' ? 100 : 1) * (fact.pasted === true ? 0.1 : 1) * recency(fact.at, now)
}
