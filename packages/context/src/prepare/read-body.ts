import type { Message } from '@palimpsest/core/message'
import { isCopyOf } from '../wire/copy-json.ts'
import { type HostHistory, readHistory } from '../wire/read-history.ts'
import type { RecognisedBody } from '../wire/recognise-body.ts'
import { writeHistory } from '../wire/write-history.ts'
import type { ConversationMemory } from './conversation-memory.ts'

/** Messages in place of those of a body. */
export interface WrittenHistory {
  readonly messages: readonly Message[]
  /** They are the host's own, as they came. */
  readonly isPlain: boolean
  /** Breakpoints are ours. */
  readonly isMarked: boolean
}

/** A body that was read. */
export interface BodyReading {
  readonly body: object
  readonly recognised: RecognisedBody
  readonly history: HostHistory
}

/** Readings of histories that are kept, for a host that speaks with several sub-agents at a time. */
const mostHistories = 4

/** Reads a history with the help of an earlier reading that began in the same way. Throws where it cannot be read. */
export function readKnown(memory: ConversationMemory, { format, list }: RecognisedBody): HostHistory {
  const { histories } = memory
  const known = histories.findLast(({ units }) => isCopyOf(units[0]?.items[0], list[0])) ?? histories.at(-1)
  const history = readHistory(format, list, known)
  memory.histories = [...histories.filter((other) => other !== known), history].slice(-mostHistories)
  return history
}

/** The body with what is shown in place of its history; the very same one where nothing differs. */
export function bodyWith(
  { body, recognised, history }: BodyReading,
  { messages, isPlain, isMarked }: WrittenHistory,
): object {
  if (isPlain && !isMarked) return body
  const written = writeHistory(history, recognised.list, messages, { isListed: isMarked })
  return recognised.key === undefined ? written : { ...body, [recognised.key]: written }
}
