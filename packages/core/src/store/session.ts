import type { Usage } from '../tokens/usage.ts'

declare const brand: unique symbol

/** Names a conversation: the whole chain of sessions that compactions made of it. Nothing outside follows session ids. */
export type ConversationId = string & { readonly [brand]: 'ConversationId' }
export type SessionId = string & { readonly [brand]: 'SessionId' }
/** Milliseconds since 1970, as the host's clock gives them. */
export type Instant = number

export function conversationId(text: string): ConversationId {
  return text as ConversationId
}

export function sessionId(text: string): SessionId {
  return text as SessionId
}

/**
 * The origin of a session. A continuation follows a compaction, in its parent's conversation; branches and sub-agents
 * start while their parent lives, and open their own conversations.
 */
export type SessionKind = 'root' | 'continuation' | 'branch' | 'subagent'

/** Why a session ended. `undone`: its compaction was taken back. */
export type EndReason = 'compression' | 'undone' | 'closed'

/** One log of a chain. */
export interface Session {
  readonly id: SessionId
  readonly conversation: ConversationId
  readonly kind: SessionKind
  readonly parent?: SessionId
  readonly startedAt: Instant
  readonly endedAt?: Instant
  readonly endReason?: EndReason
  readonly model?: string
  /** The system prompt as it was sent, to the byte. */
  readonly system?: string
  /** The number of entries it was born with: the view it took over. What was said in it follows them. */
  readonly bornWith: number
  readonly nextSeq: number
  /** All calls of this session together. */
  readonly usage: Usage
}

/** The progress of a session. */
export type SessionProgress = Pick<Session, 'nextSeq' | 'usage'>

/** A chain of sessions under one stable id. */
export interface Conversation {
  readonly id: ConversationId
  readonly title?: string
  readonly channel?: string
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** The session that goes on: the only one that may be appended to. */
  readonly tip: SessionId
  /** Undone continuations do not count. */
  readonly sessions: number
  /** Originals only: what engines wrote does not count. */
  readonly messages: number
  readonly archivedAt?: Instant
}
