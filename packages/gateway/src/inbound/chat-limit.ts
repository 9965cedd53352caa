import type { ConversationId, NewArrival, NewPiece } from '@palimpsest/core/store'
import type { Inbound } from '../channels/channel.ts'
import { writePieceBody } from '../outbound/piece-body.ts'
import type { RateLimiter } from '../timing/rate-limiter.ts'
import type { ArrivalBody } from './arrival-body.ts'
import { messageOf } from './message-of.ts'

/**
 * How many messages of one chat are answered in a minute. What a platform brought is acknowledged, so nothing beyond is
 * lost: it is noted, which costs nothing, and the chat is told so once a minute.
 */
export interface ChatLimit {
  /** False when the chat had its share. */
  take(conversation: ConversationId): boolean
  /** Gives back what was taken for a message that was not kept, or was known already. */
  give(conversation: ConversationId): void
  /** What the chat is told about a message beyond its share: mostly nothing. */
  noticesFor(arrival: NewArrival, inbound: Inbound): readonly NewPiece[]
}

export function createChatLimit(limiter: RateLimiter, messagesPerMinute: number): ChatLimit {
  return {
    take: (conversation) => limiter.take(keyOf(conversation), messagesPerMinute) === 0,
    give: (conversation) => limiter.give(keyOf(conversation)),
    noticesFor: ({ conversation, source, at }, { channel, thread }) => {
      if (limiter.take(`notice ${conversation}`, 1) > 0) return []
      const body = writePieceBody({ kind: 'text', text: notice })
      return [{ key: `${source}:limited`, conversation, channel, thread, body, at }]
    },
  }
}

const notice = 'That is faster than I may answer. I have noted what you wrote; wait a minute, and ask me again.'

function keyOf(conversation: ConversationId): string {
  return `conversation ${conversation}`
}

/** The same message to be kept without an answer; a command as the text that it was. */
export function noteOf(body: ArrivalBody, inbound: Inbound): ArrivalBody {
  const { channel, thread, by } = body
  const message = body.kind === 'command' ? messageOf(inbound) : body.message
  return message === undefined ? body : { kind: 'note', channel, by, message, ...(thread !== undefined && { thread }) }
}
