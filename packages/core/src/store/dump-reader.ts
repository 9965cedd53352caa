import { Failure } from '../errors.ts'
import type { Json } from '../json.ts'
import type { DumpHeader, DumpLine } from './dump.ts'
import { faultOf } from './dump-fault.ts'
import { badLine, readDumpLine } from './dump-line.ts'
import { addSeen, createSeen, type Seen } from './dump-seen.ts'

/** Reads a dump as it comes. Every fault is a `store/invalid`; nothing that was read counts before `end` has returned. */
export interface DumpReader {
  /** The next line, once it is sound in itself and fits those before it. */
  read(line: Json): DumpLine
  /** Throws unless the lines are a whole conversation. */
  end(): DumpHeader
}

export function createDumpReader(): DumpReader {
  let lineNumber = 0
  let seen: Seen | undefined
  let last: DumpLine['kind'] = 'header'
  return {
    read(json) {
      const line = readDumpLine(json, ++lineNumber)
      if (line.kind === 'header') {
        if (seen !== undefined) throw badLine(lineNumber, 'a second header')
        seen = createSeen(line)
        return line
      }
      if (seen === undefined) throw badLine(lineNumber, 'the header of a dump must come first')
      if (order.indexOf(line.kind) < order.indexOf(last)) throw badLine(lineNumber, `a ${line.kind} after a ${last}`)
      const fault = faultOf(seen, line)
      if (fault !== undefined) throw badLine(lineNumber, fault)
      addSeen(seen, line)
      last = line.kind
      return line
    },
    end() {
      if (seen === undefined) throw incomplete('it is empty')
      const missing = missingOf(seen)
      if (missing !== undefined) throw incomplete(missing)
      return seen.header
    },
  }
}

const order: readonly DumpLine['kind'][] = ['header', 'session', 'message', 'list', 'receipt', 'ledger', 'state']

function incomplete(fault: string): Failure<'store/invalid'> {
  const reason = `The dump is incomplete: ${fault}.`
  return new Failure('store/invalid', reason, { reason })
}

/** A file that was cut off must not pass for a whole conversation. */
function missingOf(seen: Seen): string | undefined {
  const { header, sessions, messages, lists, indexes, unshown, stoodFor } = seen
  const { tip, sessions: counted, messages: originals } = header.conversation
  const all = [...sessions.values()]
  if (!sessions.has(tip)) return `it does not hold its tip, session ${tip}`
  const stray = all.find(({ id, endedAt }) => endedAt === undefined && id !== tip)
  if (stray !== undefined) return `session ${stray.id} lives although it is not the tip`
  const valid = all.filter(({ endReason }) => endReason !== 'undone').length
  if (valid !== counted) return `it tells of ${counted} sessions and holds ${valid}`
  if (indexes.size !== originals) return `it tells of ${originals} messages and holds ${indexes.size}`
  const unlisted = all.find(({ id }) => !lists.has(id))
  if (unlisted !== undefined) return `it does not hold the list of session ${unlisted.id}`
  const [hidden] = unshown
  if (hidden !== undefined) return `no list shows message ${hidden} where it belongs`
  const unknown = [...stoodFor].find((entry) => !messages.has(entry))
  if (unknown !== undefined) return `text stands for ${unknown}, a message that it does not hold`
  return missingCount(seen)
}

function missingCount({ header, receipts, ledgers, states }: Seen): string | undefined {
  const { counts } = header
  if (receipts.size !== counts.receipts) return `it tells of ${counts.receipts} receipts and holds ${receipts.size}`
  if (ledgers.size !== counts.ledgers) return `it tells of ${counts.ledgers} ledgers and holds ${ledgers.size}`
  if (states.length !== counts.states) return `it tells of ${counts.states} states and holds ${states.length}`
  return undefined
}
