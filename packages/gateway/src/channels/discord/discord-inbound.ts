import type { Inbound } from '../channel.ts'

/** Somebody on Discord, as far as we read it. */
export interface DiscordUser {
  readonly id: string
  readonly username: string
  readonly global_name?: string | null
  readonly bot?: boolean
}

/** A file of Discord, as far as we read it. */
export interface DiscordFile {
  readonly filename?: string
  readonly content_type?: string
  readonly size?: number
  readonly url?: string
}

/** A message of Discord, as far as we read it. */
export interface DiscordMessage {
  readonly id: string
  readonly channel_id: string
  readonly guild_id?: string
  readonly type: number
  readonly content: string
  readonly timestamp: string
  readonly author: DiscordUser
  readonly member?: { readonly nick?: string | null }
  readonly mentions?: readonly DiscordUser[]
  readonly attachments?: readonly DiscordFile[]
  readonly webhook_id?: string
  readonly referenced_message?: { readonly author: DiscordUser } | null
}

/** Discord's types of what people say: a message and a reply. All others are notices. */
const spokenTypes: ReadonlySet<number> = new Set([0, 19])

/** `undefined` when a bot, a webhook or Discord itself said it, or when it holds neither text nor a file. */
export function discordInbound(message: DiscordMessage, botUser: string): Inbound | undefined {
  const { author, content, guild_id: guild, mentions = [], referenced_message: replied } = message
  if (author.bot === true || author.id === botUser || message.webhook_id !== undefined) return undefined
  if (!spokenTypes.has(message.type) || (content === '' && !message.attachments?.length)) return undefined
  const isMention = mentions.some(({ id }) => id === botUser) || replied?.author.id === botUser
  return {
    source: `discord:${message.channel_id}:${message.id}`,
    channel: 'discord',
    thread: message.channel_id,
    from: author.id,
    name: message.member?.nick ?? author.global_name ?? author.username,
    text: readableText(content, mentions, botUser),
    isGroup: guild !== undefined,
    isMention: guild === undefined || isMention,
    at: Date.parse(message.timestamp),
  }
}

/** A leading mention of the bot says no more than `isMention` does; other people are named instead of numbered. */
function readableText(content: string, mentions: readonly DiscordUser[], botUser: string): string {
  const said = content.replace(/^\s*<@!?(\d+)>\s*/u, (whole, id: string) => (id === botUser ? '' : whole))
  const names = new Map(mentions.map((user) => [user.id, user.global_name ?? user.username]))
  return said.replace(/<@!?(\d+)>/gu, (whole, id: string) => (names.has(id) ? `@${names.get(id)}` : whole))
}
