import { isList, isObject } from '../json.ts'
import type { EntryId } from '../log/entry.ts'

/** The source of a fact. */
export interface FactOrigin {
  readonly entry: EntryId
  /** Number of the message among all of the conversation, from 0: higher is newer. */
  readonly at: number
}

/** Something the user asked for, word for word (very long ones are cut and say so). */
export interface RequestFact extends FactOrigin {
  readonly text: string
  /** The user took it back since. */
  readonly calledOff?: true
}

/** A standing rule of the user, word for word. A cancelled or superseded one stays, marked. */
export interface ConstraintFact extends FactOrigin {
  readonly text: string
  readonly state: 'standing' | 'superseded' | 'cancelled'
  /** The entry that ended it. */
  readonly endedBy?: EntryId
  /** The user's words that ended it, unless they are a rule themselves. */
  readonly endedWith?: string
  /** It appeared in a long text that the user pasted: said with less weight than a sentence typed. */
  readonly pasted?: true
}

/** The strength of a touch of a file: `mentioned` is one that merely appeared in some output. */
export type Touch = 'mentioned' | 'read' | 'changed' | 'created' | 'deleted'

/** A file that was touched; `deleted` and what follows a deletion replace, else the strongest touch counts. */
export interface FileFact extends FactOrigin {
  readonly path: string
  readonly touch: Touch
  readonly times: number
  /** The user named it. */
  readonly named?: true
  /** Another spelling of the same file, used less often: `src/a.ts` beside `/repo/src/a.ts`. */
  readonly also?: { readonly path: string; readonly times: number }
  /** What git was told about its last change. */
  readonly git?: 'staged' | 'committed'
}

/** A command that was run, and how it ended the last time. */
export interface CommandFact extends FactOrigin {
  readonly command: string
  readonly exitCode?: number
  /** It failed, and no exit code is known. */
  readonly failed?: true
  /** Its last telling line. */
  readonly outcome?: string
  readonly times: number
  /** Number of the message that reported its last failure, until it runs without one. */
  readonly failedAt?: number
}

/** A line that states a failure, word for word (very long ones are cut). */
export interface ErrorFact extends FactOrigin {
  readonly line: string
  /** The number of lines like it. */
  readonly times: number
  /** They are not all the same: some differ from it in numbers or addresses. */
  readonly varied?: true
  /** Its source ran again and no longer reported it. */
  readonly settled?: true
  /** Others say more: it is far down among many, or stood in the output of a call that did not fail, such as a log. */
  readonly minor?: true
  /** Of the command or call that reported it: see `callMark`. */
  readonly mark?: string
  /** The command that reported it, where only a summary in a file says so. */
  readonly command?: string
}

export type IdentifierKind = 'url' | 'sha' | 'uuid' | 'issue' | 'version' | 'port' | 'date' | 'amount' | 'name'

/** A text that means one thing and cannot be guessed. */
export interface IdentifierFact extends FactOrigin {
  readonly kind: IdentifierKind
  readonly text: string
  readonly times: number
  /** The weightiest place where it occurred: user before call before result. */
  readonly from: 'user' | 'call' | 'result'
}

/** A choice that the user or the assistant stated, word for word. */
export interface DecisionFact extends FactOrigin {
  readonly text: string
  readonly by: 'user' | 'assistant'
}

/** The things besides files that a task is about. */
export type EntityKind = 'branch' | 'test' | 'server' | 'ticket' | 'plan-item'

/** The last known state of such a thing: `named` is a ticket of which no more is known. */
export type EntityState =
  | ('current' | 'left')
  | ('fails' | 'passes')
  | ('running' | 'stopped')
  | ('named' | 'open' | 'closed' | 'merged')
  | ('pending' | 'in progress' | 'done')

/** A thing that the task is about, in the state in which the message at `at` left it. */
export interface EntityFact extends FactOrigin {
  readonly kind: EntityKind
  readonly name: string
  readonly state: EntityState
  /** The name by which its tool knows it: the number of a plan's item, the process of a server. */
  readonly id?: string
  /** The command that told its state. */
  readonly command?: string
  /** The folder in which a branch is checked out, where that was said. */
  readonly where?: string
  /** Failing tests of a run that does not name them all. */
  readonly count?: number
}

export type FactClass = 'requests' | 'constraints' | 'files' | 'commands' | 'errors' | 'identifiers' | 'decisions'

/** Facts that code read off a conversation. Plain JSON; bounded, regardless of the conversation's length. */
export interface Ledger {
  readonly version: 1
  /** Messages read so far: the number of the next one. */
  readonly read: number
  /** Each list runs from the fact that was touched longest ago to the one touched last. */
  readonly requests: readonly RequestFact[]
  readonly constraints: readonly ConstraintFact[]
  readonly files: readonly FileFact[]
  readonly commands: readonly CommandFact[]
  readonly errors: readonly ErrorFact[]
  readonly identifiers: readonly IdentifierFact[]
  readonly decisions: readonly DecisionFact[]
  readonly entities: readonly EntityFact[]
  /** Names of all that was said and read, see `readNames`; older ledgers have none. */
  readonly names?: string
  /** Facts of each kind that were let go to stay within bounds. */
  readonly dropped: Readonly<Record<FactClass, number>>
}

export const emptyLedger: Ledger = {
  version: 1,
  read: 0,
  requests: [],
  constraints: [],
  files: [],
  commands: [],
  errors: [],
  identifiers: [],
  decisions: [],
  entities: [],
  dropped: { requests: 0, constraints: 0, files: 0, commands: 0, errors: 0, identifiers: 0, decisions: 0 },
}

const lists = Object.entries(emptyLedger).flatMap(([name, value]) => (isList(value) ? [name] : []))

/** Reads a ledger back. One that was written before a list was added has nothing in it. */
export function openLedger(value: unknown): Ledger | undefined {
  if (!isObject(value) || value.version !== 1 || !isList(value.requests)) return undefined
  if (lists.some((name) => value[name] !== undefined && !isList(value[name]))) return undefined
  const ledger = value as unknown as Partial<Ledger>
  return { ...emptyLedger, ...ledger, dropped: { ...emptyLedger.dropped, ...ledger.dropped } }
}
