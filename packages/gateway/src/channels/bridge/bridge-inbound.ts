import { createHash } from 'node:crypto'
import type { Inbound, InboundAttachment } from '../channel.ts'
import type { BridgeAdapter, BridgeAttachment, BridgeAuthor, BridgeCommand, BridgeMessage } from './bridge-adapter.ts'

/** The place that a message came from. */
export interface BridgePlace {
  /** The channel's name. */
  readonly name: string
  readonly adapter: BridgeAdapter
  readonly threadId: string
  /** When it came, where the adapter does not say when it was said. */
  readonly nowMs: number
}

/** Reads a message; `undefined` when a bot or the platform said it, or when it holds nothing that we can read. */
export function bridgeInbound(place: BridgePlace, message: BridgeMessage): Inbound | undefined {
  const { adapter, threadId } = place
  const { attachments = [] } = message
  if (isAutomatic(message.author) || (message.text === '' && attachments.length === 0)) return undefined
  // Where an adapter cannot tell, nobody is answered who did not ask.
  const isGroup = adapter.isDM?.(threadId) !== true
  return {
    source: `${place.name}:${threadId}:${message.id}`,
    channel: place.name,
    thread: threadId,
    ...speaker(message.author),
    text: message.text,
    ...(attachments.length === 0 ? {} : { attachments: attachments.map(bridgeAttachment) }),
    isGroup,
    isMention: !isGroup || message.isMention === true || namesBot(message.text, adapter),
    at: message.metadata?.dateSent?.getTime() ?? place.nowMs,
  }
}

/** Reads a command as the text that it was typed as. */
export function bridgeCommand(place: BridgePlace, command: BridgeCommand): Inbound | undefined {
  if (isAutomatic(command.user)) return undefined
  const name = command.command.startsWith('/') ? command.command : `/${command.command}`
  return {
    source: `${place.name}:${place.threadId}:${commandId(command)}`,
    channel: place.name,
    thread: place.threadId,
    ...speaker(command.user),
    text: `${name} ${command.text}`.trim(),
    isGroup: place.adapter.isDM?.(place.threadId) !== true,
    isMention: true,
    at: place.nowMs,
  }
}

function isAutomatic({ isMe, isBot, isSystem }: BridgeAuthor): boolean {
  return isMe === true || isBot === true || isSystem === true
}

function speaker({ userId, fullName, userName }: BridgeAuthor): Pick<Inbound, 'from' | 'name'> {
  const name = fullName || userName
  return { from: userId, ...(name ? { name } : {}) }
}

/** Commands have no id that all adapters give; what the platform sent is the same when it is sent again. */
function commandId({ triggerId, raw }: BridgeCommand): string {
  const hash = createHash('sha256').update(triggerId ?? JSON.stringify(raw) ?? '')
  return `command-${hash.digest('hex').slice(0, 32)}`
}

function namesBot(text: string, { userName, botUserId }: BridgeAdapter): boolean {
  const words = text.toLowerCase().split(/[^\w@-]+/u)
  return [userName, botUserId].some((name) => name !== undefined && words.includes(`@${name.toLowerCase()}`))
}

/** Adapters say what platforms say; some only that it is an image, whose bytes then tell of which kind. */
function bridgeAttachment({ type, mimeType, name, size, fetchData }: BridgeAttachment): InboundAttachment {
  const mediaType = mimeType ?? (type === 'image' ? 'image/jpeg' : undefined)
  return {
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(name === undefined ? {} : { name }),
    ...(size === undefined ? {} : { bytes: size }),
    fetch: async () => {
      if (fetchData === undefined) throw new Error('The adapter cannot fetch it.')
      const data = await fetchData()
      return data instanceof ArrayBuffer ? new Uint8Array(data) : data
    },
  }
}
