import type { Json } from '../json.ts'
import type { Format, Transcript } from '../message/message.ts'
import type { Loss } from './loss.ts'

export interface EncodeOptions {
  /** The model that will read this. Thinking that another model is known to have written is then left out. */
  readonly model?: string
}

export interface Encoded {
  readonly value: Json
  /** Everything the target could not express. Empty means that decoding `value` gives the same messages. */
  readonly losses: readonly Loss[]
}

/**
 * Reads and writes one format. `encode(decode(x))` is deep-equal to `x`, unknown fields and blocks included.
 * `decode` throws a `wire/malformed` failure that names the place.
 */
export interface Codec {
  readonly format: Format
  decode(value: Json): Transcript
  encode(transcript: Transcript, options?: EncodeOptions): Encoded
}
