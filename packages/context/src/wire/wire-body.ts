/** The request formats that are understood. */
export type WireFormat = 'anthropic' | 'openai-chat' | 'openai-responses' | 'ai-sdk'

/**
 * The body of a request as its host wrote it: Anthropic Messages, OpenAI Chat or Responses, or the prompt of the AI SDK,
 * alone or under `prompt`. Every SDK has types of its own for these, so it is read by content.
 */
export type WireBody = object

/** A reply as its provider wrote it, or as a stream of it was put together. */
export type WireReply = object

/** Why a body went through as it came. */
export type PassReason =
  /** Palimpsest is turned off. */
  | 'off'
  /** Only what is said is noted, by choice. */
  | 'observe'
  /** The provider has the rest of the history: nothing can be said about a part of it. */
  | 'partial-history'
  /** The provider compacts this conversation itself. */
  | 'native-compaction'
  /** A question of the host beside the conversation, such as one for its title. */
  | 'side-call'
  | 'unreadable'
  /** Something went wrong; an event says what. */
  | 'failed'
