import { Failure, isFailure } from '../errors.ts'
import { malformed } from '../expect.ts'
import { isDeeper, isObject, type Json } from '../json.ts'
import { type EntryId, entryId } from '../log/entry.ts'
import { idRule, isId, quoteId } from '../log/is-id.ts'
import { checkMessage } from '../message/check-message.ts'
import {
  type FieldCheck,
  type Fields,
  isAnyJson,
  isListOf,
  isOneOf,
  isText,
  isVariant,
  optional,
  recordOf,
} from '../message/check-message-fields.ts'
import type { BilledUsage, Usage } from '../tokens/usage.ts'
import { type DumpBody, type DumpCounts, type DumpLine, dumpFormat, dumpVersion } from './dump.ts'
import { type Conversation, conversationId, type Session, sessionId } from './session.ts'
import type { StoredMessage } from './store.ts'

/** As deep as a transcript may be, and the records around what came from one: all that reads a line may walk down it. */
const mostLevels = 600

/** Takes JSON for the line that it is, every field of it. Says by its number, from 1, which line is wrong and where. */
export function readDumpLine(line: Json, lineNumber: number): DumpLine {
  checkDepth(line, lineNumber)
  try {
    return isObject(line) && line.kind === undefined ? readHeader(line) : isLine(line, '')
  } catch (error) {
    if (!isFailure(error, 'wire/malformed')) throw error
    const { path, expected } = error.detail
    throw badLine(lineNumber, `${path === '' ? '' : `${path}: `}expected ${expected}`)
  }
}

/** Refuses a line that would take more stack than there is, before anything else walks down it. */
export function checkDepth(line: Json, lineNumber: number): void {
  if (isDeeper(line, mostLevels)) throw badLine(lineNumber, `nested more than ${mostLevels} levels deep`)
}

/** Says what is wrong with a line of a dump. */
export function badLine(lineNumber: number, fault: string): Failure<'store/invalid'> {
  const reason = `Line ${lineNumber} of the dump: ${fault}.`
  return new Failure('store/invalid', reason, { reason })
}

function readHeader(line: Json): DumpLine {
  const { format, version } = isObject(line) ? line : {}
  if (format !== dumpFormat) throw malformed('format', `${JSON.stringify(dumpFormat)}, the header of a dump`)
  if (version !== dumpVersion) {
    const told = typeof version === 'number' ? `, not ${version}` : ''
    throw malformed('version', `${dumpVersion}${told}`)
  }
  const { conversation, counts } = isHeader(line, '')
  return { kind: 'header', conversation, counts }
}

const readId: FieldCheck<string> = (value, path) => {
  const id = isText(value, path)
  if (!isId(id)) throw malformed(path, `${idRule}; not ${quoteId(id)}`)
  return id
}
const isConversationId: FieldCheck<Conversation['id']> = (value, path) => conversationId(readId(value, path))
const isSessionId: FieldCheck<Session['id']> = (value, path) => sessionId(readId(value, path))
const isEntryId: FieldCheck<EntryId> = (value, path) => entryId(readId(value, path))

const isCount: FieldCheck<number> = (value, path) => {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw malformed(path, 'a whole number from 0')
  return Number(value)
}

const isInstant: FieldCheck<number> = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw malformed(path, 'a time in milliseconds')
  return value
}

const isTokens: FieldCheck<number> = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) throw malformed(path, 'a number of tokens')
  return value
}

const tokens = optional(isTokens)
const counts: Fields<Usage> = {
  input: tokens,
  output: tokens,
  cacheRead: tokens,
  cacheWrite: tokens,
  reasoning: tokens,
}
const isUsage = recordOf<Usage>(counts)
const isBilled = recordOf<BilledUsage>({ ...counts, cacheWrite1h: tokens })

const isConversation = recordOf<Conversation>({
  id: isConversationId,
  title: optional(isText),
  channel: optional(isText),
  createdAt: isInstant,
  updatedAt: isInstant,
  tip: isSessionId,
  sessions: isCount,
  messages: isCount,
  archivedAt: optional(isInstant),
})

const isSession = recordOf<Session>({
  id: isSessionId,
  conversation: isConversationId,
  kind: isOneOf('root', 'continuation', 'branch', 'subagent'),
  parent: optional(isSessionId),
  startedAt: isInstant,
  endedAt: optional(isInstant),
  endReason: optional(isOneOf('compression', 'undone', 'closed')),
  model: optional(isText),
  system: optional(isText),
  bornWith: isCount,
  nextSeq: isCount,
  usage: isUsage,
})

const isStoredMessage = recordOf<StoredMessage>({
  id: isEntryId,
  conversation: isConversationId,
  session: isSessionId,
  index: optional(isCount),
  at: isInstant,
  message: checkMessage,
  usage: optional(isBilled),
  standsFor: optional(isListOf(isEntryId)),
})

const isHeader = recordOf<{ format: string; version: Json; conversation: Conversation; counts: DumpCounts }>({
  format: isText,
  version: isAnyJson,
  conversation: isConversation,
  counts: recordOf<DumpCounts>({ receipts: isCount, ledgers: isCount, states: isCount }),
})

type LineOf<Kind> = Extract<DumpBody, { readonly kind: Kind }>
const version = { session: isSessionId, at: isInstant, value: isAnyJson }
const isLine = isVariant<'kind', DumpBody>('kind', {
  session: recordOf<LineOf<'session'>>({ kind: isOneOf('session'), session: isSession }),
  message: recordOf<LineOf<'message'>>({ kind: isOneOf('message'), message: isStoredMessage }),
  list: recordOf<LineOf<'list'>>({ kind: isOneOf('list'), session: isSessionId, entries: isListOf(isEntryId) }),
  receipt: recordOf<LineOf<'receipt'>>({ kind: isOneOf('receipt'), ...version }),
  ledger: recordOf<LineOf<'ledger'>>({ kind: isOneOf('ledger'), ...version }),
  state: recordOf<LineOf<'state'>>({ kind: isOneOf('state'), key: isText, value: isAnyJson }),
})
