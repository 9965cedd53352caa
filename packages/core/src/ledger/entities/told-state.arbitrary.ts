import type { Shown } from '../../contract/occasion.ts'
import { entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { assistant, call, result } from '../../testing/build.ts'
import { type EntityFact, type EntityKind, emptyLedger, type Ledger } from '../ledger.ts'
import { readFacts } from '../read-facts.ts'

let calls = 0

/** A command with what it printed. */
export function ran(command: string, output = '', more: { readonly isError?: true; readonly input?: object } = {}) {
  const id = `c${calls++}`
  const { isError, input } = more
  return [
    assistant(call('bash', { command, ...input }, id)),
    result(id, output, isError === undefined ? {} : { isError }),
  ] as const
}

/** A call of another tool. */
export function did(name: string, input: object, output = 'ok'): readonly Message[] {
  const id = `c${calls++}`
  return [assistant(call(name, input, id)), result(id, output)]
}

export function shown(...messages: readonly (Message | readonly Message[])[]): readonly Shown[] {
  return messages.flat().map((message, index) => ({ id: entryId(`e${index}`), index, message }))
}

export function ledgerOf(...messages: readonly (Message | readonly Message[])[]): Ledger {
  return readFacts(emptyLedger, shown(...messages))
}

/** The states of all entities of a kind, by name. */
export function statesOf(
  kind: EntityKind,
  ...messages: readonly (Message | readonly Message[])[]
): Readonly<Record<string, EntityFact['state']>> {
  const facts = ledgerOf(...messages).entities.filter((fact) => fact.kind === kind)
  return Object.fromEntries(facts.map(({ name, state }) => [name, state]))
}
