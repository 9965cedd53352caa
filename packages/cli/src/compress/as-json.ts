import type { Receipt } from '@palimpsest/core/engine'
import { isList, isObject, type Json } from '@palimpsest/core/json'
import type { Format, Transcript } from '@palimpsest/core/message'
import { codecs } from '@palimpsest/core/wire'

/** The messages of a transcript as its format writes them; for a record of lines, all of its lines. */
export function messagesJson(transcript: Transcript, format: Format): readonly Json[] {
  const { value } = codecs[format].encode(transcript)
  if (isList(value)) return value
  const list = isObject(value) ? (value.messages ?? value.input) : undefined
  return isList(list) ? list : []
}

/** A receipt for scripts: a price that nobody knows is null, and what no model wrote costs nothing. */
export function receiptJson({ ms, costUsd, ...receipt }: Receipt, wasAsked: boolean) {
  return { ...receipt, costUsd: costUsd ?? (wasAsked ? null : 0), ms }
}
