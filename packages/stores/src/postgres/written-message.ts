import { createHash } from 'node:crypto'
import { indexTerms, type Message, searchText } from '@palimpsest/core'
import { termKey } from './term-key.ts'

/** What a row of `messages` holds about a message. */
export interface WrittenMessage {
  readonly json: string
  readonly hash: string
}

export function writeMessage(message: Message): WrittenMessage {
  const json = JSON.stringify(message)
  return { json, hash: hashOf(json) }
}

export function hashOf(json: string): string {
  return createHash('sha256').update(json).digest('hex')
}

/** The search terms of a message as an array literal, each once. The key of its conversation joins them in the row. */
export function termsLiteral(message: Message): string {
  return `{${[...termKeys(message)].join(',')}}`
}

export function termKeys(message: Message): ReadonlySet<number> {
  return new Set(indexTerms(searchText(message)).map(termKey))
}
