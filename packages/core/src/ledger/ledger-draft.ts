import { createBoundedErrors, type Teller } from './bounded/bounded-errors.ts'
import { type BoundedFacts, type BoundedFactsOptions, createBoundedFacts } from './bounded/bounded-facts.ts'
import { type BoundedFiles, createBoundedFiles } from './bounded/bounded-files.ts'
import {
  constraintImportance,
  createCommandImportance,
  decisionImportance,
  errorImportance,
  identifierImportance,
  requestImportance,
} from './bounded/importance.ts'
import { coversRun, runsTests } from './commands/covers-run.ts'
import { type BoundedEntities, createBoundedEntities } from './entities/bounded-entities.ts'
import { type ErrorLine, errorKey } from './errors/error-lines.ts'
import type {
  CommandFact,
  ConstraintFact,
  DecisionFact,
  ErrorFact,
  FactOrigin,
  IdentifierFact,
  Ledger,
  RequestFact,
} from './ledger.ts'
import { type BoundedNames, createBoundedNames } from './names/bounded-names.ts'
import { calledOff } from './requests/called-off.ts'
import { cutRequest } from './requests/cut-request.ts'
import { isStanding, ruleKey, type Steps, takeRules } from './rules/take-rules.ts'

/** A ledger while it is written. Everything it decides by is in the ledger, so that it can be put away at any message; of names, the best are. */
export interface LedgerDraft {
  readonly files: BoundedFiles
  readonly entities: BoundedEntities
  readonly names: BoundedNames
  /** Answers what was asked for right before. */
  request(text: string, origin: FactOrigin): RequestFact | undefined
  /** Needs the request before, since rules may be read later than requests. Yields where others may run. */
  rules(text: string, origin: FactOrigin, before: RequestFact | undefined): Steps
  decision(text: string, by: DecisionFact['by'], origin: FactOrigin): void
  command(command: string, origin: FactOrigin): void
  outcome(command: string, outcome: CommandOutcome): void
  error(line: ErrorLine, origin: FactOrigin, by?: Teller): void
  /** A call that is no command reported all it had to report. */
  called(mark: () => string): void
  identifier(fact: IdentifierFact): void
  /** True for a known text: its repeats count wherever they appear. */
  knows(text: string): boolean
  trim(now: number): void
  finish(read: number): Ledger
}

/** The end of a command, as far as its result shows. */
export interface CommandOutcome {
  readonly exitCode: number | undefined
  readonly failed: boolean
  /** Its last telling line. */
  readonly line: string | undefined
  /** Number of the message that reports it. */
  readonly at: number
}

/**
 * Bytes of JSON per kind: together they bound the ledger. Of errors, decisions and files there is room for what
 * ten compactions at a window of 200,000 tokens let go, since nobody puts back what is not in here.
 */
const bytes = {
  requests: 7_500,
  constraints: 16_000,
  files: 48_000,
  commands: 6_000,
  errors: 18_000,
  identifiers: 6_000,
  decisions: 8_000,
  entities: 9_000,
} as const

interface Shelves {
  readonly requests: BoundedFacts<RequestFact>
  readonly constraints: BoundedFacts<ConstraintFact>
  readonly files: BoundedFiles
  readonly commands: BoundedFacts<CommandFact>
  readonly errors: BoundedFacts<ErrorFact>
  readonly identifiers: BoundedFacts<IdentifierFact>
  readonly decisions: BoundedFacts<DecisionFact>
  readonly entities: BoundedEntities
}

export function createDraft(ledger: Ledger): LedgerDraft {
  const shelves = openBoundedFacts(ledger)
  const { requests, constraints, commands, decisions, identifiers, files, entities } = shelves
  const errors = createBoundedErrors(shelves.errors)
  const names = createBoundedNames(ledger.names)
  let latest = ledger.requests.reduce<RequestFact | undefined>(newer, undefined)
  return {
    files,
    entities,
    names,
    request: (text, { entry, at }) => {
      const before = latest
      latest = { entry, at, text: cutRequest(text) }
      const off = calledOff(text, requests.values)
      if (off !== undefined) requests.change(String(off.at), { ...off, calledOff: true })
      requests.put(String(at), latest)
      return before
    },
    rules: (text, origin, before) => takeRules(constraints, text, origin, before),
    decision: (text, by, { entry, at }) => decisions.put(text, { entry, at, text, by }),
    command: (command, { entry, at }) => {
      const { times = 0, failedAt } = commands.get(command) ?? {}
      commands.put(command, { entry, at, command, times: times + 1, ...(failedAt === undefined ? {} : { failedAt }) })
    },
    outcome: (command, outcome) => {
      const fact = commands.get(command)
      if (fact === undefined) return
      errors.endOfCommand(command, fact.failedAt)
      commands.change(command, ended(fact, outcome))
      if (outcome.failed || !runsTests(command)) return
      for (const part of commands.values()) {
        if (part.failedAt === undefined || !coversRun(command, part.command)) continue
        errors.endOfCommand(part.command, part.failedAt)
        const { failedAt: _, ...settled } = part
        commands.change(part.command, settled)
      }
    },
    error: (line, origin, by) => {
      errors.take(line, origin, by)
      const fact = by !== undefined && 'command' in by ? commands.get(by.command) : undefined
      if (fact === undefined || fact.failedAt === origin.at) return
      commands.change(fact.command, { ...fact, failedAt: origin.at })
    },
    called: errors.endOfCall,
    identifier: (fact) => {
      const before = identifiers.get(fact.text)
      identifiers.put(fact.text, before === undefined ? fact : seenAgain(before, fact))
    },
    knows: (text) => identifiers.has(text),
    trim: (now) => trimAll(shelves, now),
    finish: (read) => withNames(close(shelves, read), names.list(read)),
  }
}

function withNames(ledger: Ledger, names: string): Ledger {
  return names === '' ? ledger : { ...ledger, names }
}

const rank: Readonly<Record<IdentifierFact['from'], number>> = { result: 0, call: 1, user: 2 }

function seenAgain(before: IdentifierFact, fact: IdentifierFact): IdentifierFact {
  const from = rank[fact.from] > rank[before.from] ? fact.from : before.from
  return { ...fact, from, times: before.times + fact.times }
}

/** Opens with fields of its own: an engine gives every object that opens with a copy of another a shape of its own. */
function ended(fact: CommandFact, how: CommandOutcome): CommandFact {
  const { entry, at, command, times } = fact
  const exitCode = how.exitCode ?? fact.exitCode
  const failed = fact.failed === true || (how.failed && how.exitCode === undefined)
  const outcome = how.line ?? fact.outcome
  return {
    entry,
    at,
    command,
    times,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(failed ? { failed } : {}),
    ...(outcome === undefined ? {} : { outcome }),
    ...(how.failed ? { failedAt: how.at } : {}),
  }
}

function openBoundedFacts(ledger: Ledger): Shelves {
  const { dropped } = ledger
  const open = <Fact extends object>(
    name: Exclude<keyof Shelves, 'files' | 'entities'>,
    facts: readonly Fact[],
    options: Omit<BoundedFactsOptions<Fact>, 'facts' | 'mostBytes' | 'dropped'>,
  ) => createBoundedFacts({ ...options, facts, mostBytes: bytes[name], dropped: dropped[name] })
  return {
    requests: open('requests', ledger.requests, { key: ({ at }) => String(at), importance: requestImportance }),
    constraints: open('constraints', ledger.constraints, {
      key: ruleKey,
      importance: constraintImportance,
      // Rules come rarely, and none is let go for the sake of the next; one that has ended is no loss.
      isMissed: isStanding,
      keptShare: 1,
    }),
    files: createBoundedFiles(ledger.files, bytes.files, dropped.files),
    commands: open('commands', ledger.commands, {
      key: ({ command }) => command,
      importance: createCommandImportance(),
    }),
    errors: open('errors', ledger.errors, { key: ({ line }) => errorKey(line), importance: errorImportance }),
    identifiers: open('identifiers', ledger.identifiers, { key: ({ text }) => text, importance: identifierImportance }),
    decisions: open('decisions', ledger.decisions, { key: ({ text }) => text, importance: decisionImportance }),
    entities: createBoundedEntities(ledger.entities, bytes.entities),
  }
}

function newer(one: RequestFact | undefined, other: RequestFact): RequestFact {
  return one === undefined || other.at > one.at ? other : one
}

function trimAll(shelves: Shelves, now: number): void {
  shelves.requests.trim(now)
  shelves.constraints.trim(now)
  shelves.files.trim(now)
  shelves.commands.trim(now)
  shelves.errors.trim(now)
  shelves.identifiers.trim(now)
  shelves.decisions.trim(now)
  shelves.entities.trim(now)
}

function close(shelves: Shelves, read: number): Ledger {
  const { requests, constraints, files, commands, errors, identifiers, decisions, entities } = shelves
  return {
    version: 1,
    read,
    requests: requests.values(),
    constraints: constraints.values(),
    files: files.values(),
    commands: commands.values(),
    errors: errors.values(),
    identifiers: identifiers.values(),
    decisions: decisions.values(),
    entities: entities.values(),
    dropped: {
      requests: requests.dropped(),
      constraints: constraints.dropped(),
      files: files.dropped(),
      commands: commands.dropped(),
      errors: errors.dropped(),
      identifiers: identifiers.dropped(),
      decisions: decisions.dropped(),
    },
  }
}
