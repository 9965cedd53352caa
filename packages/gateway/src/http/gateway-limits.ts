/** How much a gateway takes. */
export interface GatewayLimits {
  /** Bytes of a request's body. @default 1_048_576 */
  readonly maxBodyBytes: number
  /** Arrivals that wait, beyond which nothing more is taken. @default 10_000 */
  readonly maxWaiting: number
  /** Requests of one token in a minute. @default 1_200 */
  readonly requestsPerMinute: number
  /** Messages and commands for one conversation in a minute. @default 120 */
  readonly messagesPerMinute: number
  /** Wrong tokens from one address in a minute. @default 60 */
  readonly wrongTokensPerMinute: number
  /** Event streams that are open at the same time. @default 1_000 */
  readonly maxStreams: number
  /** Those of one token. @default 250 */
  readonly maxStreamsPerCaller: number
  /** Those of one conversation. @default 100 */
  readonly maxStreamsPerConversation: number
  /** Those of one token that wait for conversations of which nothing is known yet. @default 20 */
  readonly maxUnknownStreams: number
  /** How long a request waits for an answer. @default 600_000 */
  readonly waitMs: number
}

export const limitDefaults: GatewayLimits = {
  maxBodyBytes: 1024 * 1024,
  maxWaiting: 10_000,
  requestsPerMinute: 1_200,
  messagesPerMinute: 120,
  wrongTokensPerMinute: 60,
  maxStreams: 1_000,
  maxStreamsPerCaller: 250,
  maxStreamsPerConversation: 100,
  maxUnknownStreams: 20,
  waitMs: 600_000,
}
