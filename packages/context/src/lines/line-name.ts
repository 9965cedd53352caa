import { createHash } from 'node:crypto'
import { type ConversationId, conversationId } from '@palimpsest/core/store'

/** What a host may call a conversation without it being spelled otherwise in the store; a plus parts lines. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,119}$/

/** The name in the store of the lines of a host's conversation, counted from 1. */
export function lineName(id: string, number: number): ConversationId {
  const base = plainName.test(id) ? id : `=${createHash('sha256').update(id).digest('hex').slice(0, 40)}`
  return conversationId(number === 1 ? `context:${base}` : `context:${base}+${number}`)
}
