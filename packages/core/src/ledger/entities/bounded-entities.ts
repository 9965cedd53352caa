import { createBoundedFacts } from '../bounded/bounded-facts.ts'
import { recency } from '../bounded/importance.ts'
import type { EntityFact, EntityKind, EntityState } from '../ledger.ts'

/** The entities of a ledger while it is written. */
export interface BoundedEntities {
  get(kind: EntityKind, name: string): EntityFact | undefined
  /** Puts it at the newest place. */
  put(fact: EntityFact): void
  delete(kind: EntityKind, name: string): void
  /** Those of one kind, the one that was put last at the end. */
  of(kind: EntityKind): readonly EntityFact[]
  values(): readonly EntityFact[]
  trim(now: number): void
}

/** A thing that is open outranks one that is over, whatever it is. */
const weight: Readonly<Record<EntityState, number>> = {
  current: 40,
  fails: 10,
  running: 10,
  'in progress': 12,
  pending: 8,
  open: 4,
  named: 3,
  merged: 0.6,
  closed: 0.6,
  done: 0.5,
  passes: 0.5,
  stopped: 0.5,
  left: 0.5,
}

export function createBoundedEntities(facts: readonly EntityFact[], mostBytes: number): BoundedEntities {
  const bounded = createBoundedFacts({
    facts,
    key: ({ kind, name }) => keyOf(kind, name),
    mostBytes,
    dropped: 0,
    importance: ({ state, at }: EntityFact, now) => weight[state] * recency(at, now),
  })
  return {
    get: (kind, name) => bounded.get(keyOf(kind, name)),
    put: (fact) => bounded.put(keyOf(fact.kind, fact.name), fact),
    delete: (kind, name) => bounded.delete(keyOf(kind, name)),
    of: (kind) => bounded.values().filter((fact) => fact.kind === kind),
    values: bounded.values,
    trim: bounded.trim,
  }
}

function keyOf(kind: EntityKind, name: string): string {
  return `${kind} ${name}`
}
