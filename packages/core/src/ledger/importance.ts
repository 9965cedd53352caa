import type { CommandFact, ConstraintFact, FileFact, IdentifierFact, Touch } from './ledger.ts'
import { shellAnswer } from './shell-touches.ts'

/** What was changed outranks what was read, and that what merely stood in some output. */
const touchWeight: Readonly<Record<Touch, number>> = {
  created: 3,
  changed: 3.2,
  deleted: 1.2,
  read: 2,
  mentioned: 0.1,
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
  const known = commandWeights.get(fact)
  const weight = known ?? commandWeight(fact)
  if (known === undefined) commandWeights.set(fact, weight)
  return weight * countedImportance(fact, now)
}

/** Facts never change, and this is asked whenever the ledger is full. */
const commandWeights = new WeakMap<CommandFact, number>()

function commandWeight({ failed, exitCode, command }: CommandFact): number {
  if (failed === true || (exitCode !== undefined && exitCode !== 0)) return 1.5
  return shellAnswer(command) === 'report' ? 1 : 0.3
}

/** Anything that is only counted and dated: commands, errors. */
export function countedImportance(fact: { readonly at: number; readonly times: number }, now: number): number {
  return frequency(fact.times) * recency(fact.at, now)
}

/** Standing rules are the last to go; what was typed goes after what was pasted. */
export function constraintImportance(fact: ConstraintFact, now: number): number {
  return (fact.state === 'standing' ? 100 : 1) * (fact.pasted === true ? 0.1 : 1) * recency(fact.at, now)
}
