import type { JsonObject } from '@palimpsest/core/json'
import { type EntryId, entryId } from '@palimpsest/core/log'

/** A piece of the outbox, as the gateway writes it. */
export type PieceBody =
  | { readonly kind: 'text'; readonly text: string }
  /** The first piece of an answer that is being written: its text is in the events of the entry after this one. */
  | { readonly kind: 'stream'; readonly entry: EntryId; readonly after: number }

export function writePieceBody(body: PieceBody): JsonObject {
  return { ...body }
}

/** `undefined` when the body cannot be understood. */
export function readPieceBody({ kind, text, entry, after }: JsonObject): PieceBody | undefined {
  if (kind === 'text' && typeof text === 'string') return { kind, text }
  if (kind !== 'stream' || typeof entry !== 'string' || typeof after !== 'number') return undefined
  return { kind, entry: entryId(entry), after }
}
