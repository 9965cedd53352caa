import type { FactOrigin } from '../ledger.ts'
import type { CallOutcome } from './call-outcome.ts'
import { type GitFacts, readGit } from './git-state.ts'
import { readPlanAnswer } from './plan-items.ts'
import { readServers } from './server-state.ts'
import { readTests } from './test-state.ts'
import { readTickets } from './ticket-state.ts'

/** Takes in what a call that has ended says about the things that the task is about. */
export function readEntities(
  facts: GitFacts,
  outcome: CallOutcome & { readonly answer: 'content' | 'listing' | 'report' },
  origin: FactOrigin,
): void {
  const { entities } = facts
  readGit(facts, outcome, origin)
  readTickets(entities, outcome, origin)
  readServers(entities, outcome, origin)
  readPlanAnswer(entities, outcome, origin)
  // What is read in files and lists is no run of tests.
  if (outcome.answer === 'report') readTests(entities, outcome, origin)
}
