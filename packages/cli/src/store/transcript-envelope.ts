import { isFailure } from '@palimpsest/core/errors'
import { isObject, parseJson } from '@palimpsest/core/json'
import { checkEnvelope, type Transcript } from '@palimpsest/core/message'
import type { ConversationId, SessionStore } from '@palimpsest/core/store'
import { UserError } from '../errors/user-error.ts'

/** The content of a transcript file besides its messages: tools, and fields that only its format knows. */
export type TranscriptEnvelope = Pick<Transcript, 'tools' | 'residue'>

/** Kept as state of the conversation, so that it is exported, imported and deleted with it. */
const key = 'envelope'

/** Keeps what an imported file said beside its messages, so that exporting to its format gives it back. */
export async function keepEnvelope(
  store: SessionStore,
  id: ConversationId,
  envelope: TranscriptEnvelope,
): Promise<void> {
  const value = parseJson(JSON.stringify({ tools: envelope.tools, residue: envelope.residue }))
  if (isObject(value) && Object.keys(value).length > 0) await store.state.set(id, key, value)
}

export async function envelopeOf(store: SessionStore, id: ConversationId): Promise<TranscriptEnvelope> {
  const value = await store.state.get(id, key)
  if (value === undefined) return {}
  try {
    return checkEnvelope(value)
  } catch (error) {
    if (!isFailure(error, 'wire/malformed')) throw error
    throw new UserError(`what conversation ${id} keeps beside its messages is damaged: ${error.message}`, {
      remedy: `Export it without --to: palimpsest sessions export ${id}`,
      exitCode: 1,
    })
  }
}
