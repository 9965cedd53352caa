import type { Shown } from '../../contract/occasion.ts'
import { scanIdentifiers } from '../../ledger/identifiers/scan-identifiers.ts'
import { keyNoPath, keyWord } from '../../ledger/identifiers/scan-words.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Message } from '../../message/message.ts'
import { redactMessage } from '../../redact/redact-message.ts'
import { clipText } from '../../text/slice-whole.ts'
import { askedRow } from './asked-row.ts'
import type { CallInfo } from './calls-before.ts'
import { heldNames } from './held-names.ts'

/** A failure, the row asked for, names, numbers and addresses that a line in place of a message should still show. */
export interface Notables {
  (shown: Shown, asked?: CallInfo): readonly string[]
  /** So many of the newest lines may be longer than the others. @default none */
  readonly roomyLines?: number
}

/** A message with more than this many is a list: none of them says more than the others. */
const mostOfList = 8
const mostTold = 3
const errorChars = 60

/**
 * Returns what the ledger found notable in each message: its last failure, the row that its call asked for, then the
 * rarest names; where it found no names, they are looked for here. What it held, such as the definitions of a file, follows.
 */
export function notablesOf(ledger: Ledger, roomyLines = 0): Notables {
  const byEntry = new Map<string, { readonly text: string; readonly times: number }[]>()
  for (const fact of ledger.identifiers) {
    const known = byEntry.get(fact.entry)
    if (known === undefined) byEntry.set(fact.entry, [fact])
    else known.push(fact)
  }
  const failures = new Map(ledger.errors.map(({ entry, line }) => [entry, line]))
  const notables = ({ id, message }: Shown, asked?: CallInfo) => {
    const names = rarest(byEntry.get(id)) ?? known(message)
    const failure = message.role === 'tool' ? failures.get(id) : undefined
    const row = asked && message.role === 'tool' ? askedRow(message, asked) : undefined
    const first = [failure && clipText(failure, errorChars), row].filter((text) => text !== undefined)
    return [...first, ...names, ...heldNames(message)]
  }
  return Object.assign(notables, { roomyLines })
}

function rarest(facts: readonly { readonly text: string; readonly times: number }[] | undefined) {
  if (facts === undefined || facts.length > mostOfList) return facts && []
  return facts
    .toSorted((a, b) => a.times - b.times)
    .slice(0, mostTold)
    .map(({ text }) => text)
}

/** A view is looked at again with every measure and every compaction, and messages never change. */
const seen = new WeakMap<Message, readonly string[]>()

function known(message: Message): readonly string[] {
  const few = seen.get(message) ?? tellableIn(message)
  seen.set(message, few)
  return few
}

/** Most texts have none or too many, which shows before their secrets are taken out. */
function tellableIn(message: Message): readonly string[] {
  const few = fewIn(message)
  const clean = few.length === 0 ? message : redactMessage(message)
  return clean === message ? few : fewIn(clean)
}

/** The identifiers of a text that has few. A file or a list of any length is given up soon. */
function fewIn({ parts }: Message): readonly string[] {
  const found = new Set<string>()
  for (const part of parts) {
    if (part.type !== 'text') continue
    const { text: all } = part
    const telling = all.includes('://') ? keyWord : keyNoPath
    scanIdentifiers({ text: all, from: 0, to: all.length, telling }, ({ kind, text }) => {
      if (kind !== 'path') found.add(text)
      return found.size <= mostOfList
    })
  }
  return found.size > mostOfList ? [] : [...found].slice(0, mostTold)
}
