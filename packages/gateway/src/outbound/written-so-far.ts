import { isObject } from '@palimpsest/core/json'
import type { EntryId } from '@palimpsest/core/log'
import type { ConversationId, GatewayStore, LoggedEvent } from '@palimpsest/core/store'
import { type ArrivalEnding, readEnding } from '../events/arrival-ending.ts'
import { findAnswer } from '../events/find-answer.ts'

/** An answer as far as it is written. */
export interface WrittenAnswer {
  readonly cursor: number
  readonly text: string
  /** Events are gone that told a part of the text: only the whole answer can be shown. */
  readonly hasGap: boolean
  readonly ending?: ArrivalEnding
}

/** The answer that is followed. */
export interface FollowedAnswer {
  readonly conversation: ConversationId
  readonly entry: EntryId
}

const pageEvents = 200

/** Reads on from where the answer was read to before. */
export async function readWritten(
  store: GatewayStore,
  { conversation, entry }: FollowedAnswer,
  before: WrittenAnswer,
): Promise<WrittenAnswer> {
  let written = before
  for (;;) {
    const page = await store.events.after(conversation, written.cursor, pageEvents)
    for (const event of page) written = withEvent(written, event, entry)
    if (written.ending !== undefined || page.length < pageEvents) break
  }
  if (written.ending !== undefined || !written.hasGap) return written
  const ending = await findAnswer(store, entry)
  return ending === undefined ? written : { ...written, ending }
}

function withEvent(written: WrittenAnswer, { id, event }: LoggedEvent, entry: EntryId): WrittenAnswer {
  const read = { ...written, cursor: id, hasGap: written.hasGap || id > written.cursor + 1 }
  if (!isObject(event) || event.entry !== entry) return read
  const ending = readEnding(event, entry)
  if (ending !== undefined) return { ...read, ending }
  if (event.kind === 'restart' || event.kind === 'started') return { ...read, text: '' }
  return event.kind === 'text' && typeof event.text === 'string' ? { ...read, text: read.text + event.text } : read
}
