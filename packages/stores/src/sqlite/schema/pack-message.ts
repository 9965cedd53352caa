import { constants as limits } from 'node:buffer'
import { hash } from 'node:crypto'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { isObject, type Json, type Message } from '@palimpsest/core/store'
import type { SqlValue } from '../connection/driver.ts'

/** Below this many bytes, packing costs more time than it saves room. */
const leastBytes = 1500

/** Brotli at its quickest takes half the time of the quickest deflate, and leaves a seventh more. */
const quick = {
  // A small first buffer, since most packed messages fit into it: a large one takes longer to make than to fill.
  chunkSize: 4096,
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 0,
    [constants.BROTLI_PARAM_LGWIN]: 16,
  },
}

/** The JSON of a message as it is kept: packed to a blob where that is smaller. */
export function packSqliteText(json: string): string | Uint8Array {
  if (json.length < leastBytes) return json
  const bytes = Buffer.from(json)
  const packed = brotliCompressSync(bytes, quick)
  return packed.length < bytes.length ? packed : json
}

/** A few bytes can represent more than fits in memory, so nothing is unpacked that could be no text. */
const most = { maxOutputLength: limits.MAX_STRING_LENGTH }

export function unpackSqliteText(body: SqlValue | undefined): string {
  return body instanceof Uint8Array ? brotliDecompressSync(body, most).toString('utf8') : String(body)
}

/** As many letters of base64 as hold 132 bits, far more than any accident needs. */
const hashLetters = 22

/** Returns a hash to check a text against on reading. A short text is made faster than bytes, and is smaller. */
export function hashText(json: string): string {
  return hash('sha256', json, 'base64url').slice(0, hashLetters)
}

/** The facts about a message other than what it says. */
export interface SealedFacts {
  readonly key: number
  readonly session: number
  readonly id: string
  readonly at: number
  readonly extra: string | null
}

/** Proves all of a message, not only its text as the older kind does; one letter longer, to differ from it. */
export function sealMessage({ key, session, id, at, extra }: SealedFacts, json: string): string {
  return hash('sha256', `${key} ${session} ${at} ${id}\n${extra ?? ''}\n${json}`, 'base64url').slice(0, hashLetters + 1)
}

/** Returns true when a message is what was written, by the seal that was written with it. */
export function matchesSeal(facts: SealedFacts, json: string, seal: string): boolean {
  return seal === (seal.length === hashLetters ? hashText(json) : sealMessage(facts, json))
}

/** Reads a message back. */
export function unpackSqliteMessage(body: SqlValue | undefined): Message {
  return readMessageJson(unpackSqliteText(body))
}

/** The store wrote it, so its shape is known; if somebody else wrote to the file, that is reported as damage. */
export function readMessageJson(json: string): Message {
  const message = JSON.parse(json) as Json
  if (!isObject(message) || typeof message.role !== 'string' || !isListOfObjects(message.parts))
    throw new TypeError('it is no message')
  return message as unknown as Message
}

function isListOfObjects(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every(isObject)
}
