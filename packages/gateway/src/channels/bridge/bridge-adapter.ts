/** A post is text as it is, or Markdown that the adapter turns into what its platform wants. */
export type BridgePost = { readonly raw: string } | { readonly markdown: string }

/**
 * An adapter of the Chat SDK (`@chat-adapter/*`), as far as we use it. It is typed by its shape, so that the SDK need
 * not be installed where no bridge is used.
 */
export interface BridgeAdapter {
  readonly name: string
  readonly userName?: string
  readonly botUserId?: string
  /** Takes the SDK's `ChatInstance`, of which ours has only what adapters use; hence `never`. */
  initialize(host: never): Promise<void>
  handleWebhook(request: Request, options?: BridgeWebhookOptions): Promise<Response>
  postMessage(threadId: string, message: BridgePost): Promise<{ readonly id: string }>
  postChannelMessage?(channelId: string, message: BridgePost): Promise<{ readonly id: string }>
  editMessage?(threadId: string, messageId: string, message: BridgePost): Promise<unknown>
  startTyping?(threadId: string): Promise<void>
  channelIdFromThreadId?(threadId: string): string
  isDM?(threadId: string): boolean
  disconnect?(): Promise<void>
}

/** An adapter hands over by these what goes on after its answer. */
export interface BridgeWebhookOptions {
  readonly waitUntil?: (task: Promise<unknown>) => void
}

/** Somebody, as adapters describe them. */
export interface BridgeAuthor {
  readonly userId: string
  readonly userName?: string
  readonly fullName?: string
  readonly isBot?: boolean | 'unknown'
  readonly isMe?: boolean
  readonly isSystem?: boolean
}

/** A message as adapters parse it. */
export interface BridgeMessage {
  readonly id: string
  readonly text: string
  readonly author: BridgeAuthor
  readonly metadata?: { readonly dateSent?: Date }
  readonly attachments?: readonly BridgeAttachment[]
  readonly isMention?: boolean
}

/** A file that came with a message. */
export interface BridgeAttachment {
  readonly type: string
  readonly mimeType?: string
  readonly name?: string
  readonly size?: number
  readonly fetchData?: () => Promise<Uint8Array | ArrayBuffer>
}

/** A slash command as adapters parse it. */
export interface BridgeCommand {
  readonly channelId: string
  readonly command: string
  readonly text: string
  readonly user: BridgeAuthor
  readonly raw: unknown
  readonly triggerId?: string
}
