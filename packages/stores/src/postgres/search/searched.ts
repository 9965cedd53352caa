import type { ConversationId } from '@palimpsest/core/store'
import type { RunStatement } from '../connection/database.ts'
import { integerArray } from '../connection/wire-array.ts'
import { packPostgresId, unpackPostgresId } from '../schema/pack-id.ts'
import { keysOf } from './fill-segment.ts'
import type { IndexedMessage } from './index-segment.ts'
import { scopeKey } from './term-key.ts'

/** The scope of one search, as of one moment. */
export interface Searched {
  readonly run: RunStatement
  readonly conversation: ConversationId | undefined
  readonly messages: number
  /** Those that no segment has yet, newest first. */
  readonly waiting: readonly WaitingMessage[]
}

/** A message that no segment has yet. */
export interface WaitingMessage extends IndexedMessage {
  readonly conversation: string
}

/** The keys that a message must have to be in scope: the conversation is one more word of it. */
export function scopeOf({ conversation }: Searched): readonly number[] {
  return conversation === undefined ? [] : [scopeKey(conversation)]
}

/** The same as a condition on segments, with its parameter; without a scope there is none: to ask for no key reads all. */
export function andInScope(searched: Searched, parameter: string): string {
  return searched.conversation === undefined ? '' : `AND keys @> ${parameter}::integer[]`
}

/** The parameter of the condition, if there is one. */
export function scopeValues(searched: Searched): readonly Buffer[] {
  return searched.conversation === undefined ? [] : [integerArray(scopeOf(searched))]
}

export async function readWaiting(run: RunStatement, conversation: ConversationId | undefined) {
  const rows = await run<{ no: string; id: Buffer; body: Buffer }>(
    `SELECT m.no, c.id, m.body FROM @conversations c JOIN @origins o ON o.conversation = c.id
      JOIN @messages m ON m.origin = o.no AND m.place >= c.indexed
      WHERE c.messages > c.indexed AND ($1::bytea IS NULL OR c.id = $1) ORDER BY m.no DESC`,
    [conversation === undefined ? null : packPostgresId(conversation)],
    'each-time',
  )
  const waiting: WaitingMessage[] = []
  for (const { no, id, body } of rows) {
    const conversation = unpackPostgresId(id)
    waiting.push({ no: Number(no), keys: await keysOf(body, conversation), conversation })
  }
  return waiting
}
