import {
  type ConversationId,
  isList,
  isObject,
  type Json,
  parseJson,
  type SessionStore,
  type Transcript,
} from '@palimpsest/core'

/** What a transcript file says beside its messages: tools, and fields that only its format knows. */
export type Envelope = Pick<Transcript, 'tools' | 'residue'>

const scope = 'transcript-envelope'

/** Keeps what an imported file said beside its messages, so that exporting to its format gives it back. */
export async function keepEnvelope(store: SessionStore, id: ConversationId, envelope: Envelope): Promise<void> {
  const value = parseJson(JSON.stringify({ tools: envelope.tools, residue: envelope.residue }))
  if (isObject(value) && Object.keys(value).length > 0) await store.state.set(scope, id, value)
}

export async function envelopeOf(store: SessionStore, id: ConversationId): Promise<Envelope> {
  const value = await store.state.get(scope, id)
  return isEnvelope(value) ? value : {}
}

export async function forgetEnvelope(store: SessionStore, id: ConversationId): Promise<void> {
  await store.state.remove(scope, id)
}

function isEnvelope(value: Json | undefined): value is Json & Envelope {
  if (!isObject(value)) return false
  return (value.tools === undefined || isList(value.tools)) && (value.residue === undefined || isObject(value.residue))
}
