/** A picture or file that came with a message, small enough to be kept with it. */
export interface InboundFile {
  readonly mediaType: string
  /** In base64. */
  readonly data: string
  readonly name?: string
}

/** A file that a platform tells of. The gateway fetches it, and only for those who may speak. */
export interface InboundAttachment {
  readonly mediaType?: string
  readonly name?: string
  /** The size that the platform tells; what is fetched is measured again. */
  readonly bytes?: number
  /** Asks the platform what file this is, where the message tells only that there is one. */
  ask?(signal: AbortSignal): Promise<InboundAttachment>
  /** Fetches the file. Throws where it cannot be had, or is larger than so many bytes. */
  fetch(maxBytes: number, signal: AbortSignal): Promise<Uint8Array>
}

/** A message of a chat platform, as the gateway takes it. */
export interface Inbound {
  /** Names the message for good, e.g. `telegram:42:1001`. */
  readonly source: string
  readonly channel: string
  /** Where answers go within the channel: a chat, or a thread of one. It decides the conversation. */
  readonly thread: string
  /** The speaker's id on the platform. */
  readonly from: string
  /** The speaker's name, for group chats. */
  readonly name?: string
  readonly text: string
  readonly attachments?: readonly InboundAttachment[]
  readonly isGroup: boolean
  /** The bot was addressed: always true outside groups. */
  readonly isMention: boolean
  /** When it was said, in milliseconds since 1970. */
  readonly at: number
}

/** Keeps messages. Resolves once they are durable; a channel acknowledges to its platform only then. */
export type PutInbound = (inbound: readonly Inbound[]) => Promise<void>

/** A chat platform. It only puts what comes in and sends what goes out: order, repeats and retries are the gateway's. */
export interface Channel {
  readonly name: string
  /** Characters that one message may hold. */
  readonly limit: number
  /** Begins to receive. Where only one process may, the caller holds the lease. */
  start(put: PutInbound): Promise<void>
  stop(): Promise<void>
  /** Sends a new message and returns the platform's id of it. The nonce is the same for every try. Throws `DeliveryError`. */
  send(thread: string, text: string, nonce: string): Promise<string>
  /** Replaces a message that was sent; may be repeated. Without it answers do not stream. */
  edit?(thread: string, id: string, text: string): Promise<void>
  /** Shows that an answer is on its way; failures do not matter. */
  typing?(thread: string): Promise<void>
  /** Receives webhooks under `/hooks/<name>`. Answers 2xx only once what came is durable. */
  webhook?(request: Request): Promise<Response>
  /** True when only one process at a time may receive: polling, a socket. @default false */
  readonly isExclusive?: boolean
}

/** Why a platform did not take a message. */
export class DeliveryError extends Error {
  /** When to try again; `undefined` when trying again is of no use. */
  readonly retryInMs: number | undefined
  /** The platform may have taken it: the answer was lost. */
  readonly isUnsure: boolean

  constructor(
    message: string,
    about: { readonly retryInMs?: number; readonly isUnsure?: boolean; readonly cause?: unknown },
  ) {
    super(message, about.cause === undefined ? undefined : { cause: about.cause })
    this.name = 'DeliveryError'
    this.retryInMs = about.retryInMs
    this.isUnsure = about.isUnsure ?? false
  }
}
