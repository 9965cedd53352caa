import type { Message, MessageEntity } from 'grammy/types'
import type { Inbound } from '../channel.ts'
import { maxFileBytes } from '../max-file-bytes.ts'

/** A bot, by the two names that it is addressed with. */
export interface TelegramBot {
  readonly id: number
  /** The user name, without the `@`. */
  readonly name: string
}

/** Reads a message without its file; `undefined` when a bot said it, or when it holds nothing that we can read. */
export function telegramInbound(message: Message, bot: TelegramBot): Inbound | undefined {
  const { chat, from, sender_chat: senderChat } = message
  if (from?.id === bot.id || (from?.is_bot === true && senderChat === undefined)) return undefined
  const speaker = senderChat?.id ?? from?.id
  const text = message.text ?? message.caption ?? ''
  if (speaker === undefined || (text === '' && telegramFile(message) === undefined)) return undefined
  const name = senderChat?.title ?? [from?.first_name, from?.last_name].filter(Boolean).join(' ')
  const isGroup = chat.type !== 'private'
  return {
    source: `telegram:${chat.id}:${message.message_id}`,
    channel: 'telegram',
    thread: telegramThread(message),
    from: String(speaker),
    ...(name === '' ? {} : { name }),
    text: withoutBotName(text, bot.name),
    isGroup,
    isMention: !isGroup || isAddressed(message, bot),
    at: message.date * 1000,
  }
}

/** A file of Telegram, as far as a message tells. */
export interface TelegramFile {
  readonly fileId: string
  readonly mediaType?: string
  readonly name?: string
  readonly bytes?: number
}

/** The file that came with a message: of a photo the largest size that a model takes. Stickers and polls are no files. */
export function telegramFile(message: Message): TelegramFile | undefined {
  const sizes = message.photo?.toSorted((a, b) => b.width * b.height - a.width * a.height) ?? []
  const photo = sizes.find(({ file_size: bytes = 0 }) => bytes <= maxFileBytes.picture) ?? sizes.at(-1)
  if (photo !== undefined) return fileOf({ ...photo, mime_type: 'image/jpeg' })
  const { document, audio, video, voice, video_note: note } = message
  const file = document ?? audio ?? video ?? voice
  if (file !== undefined) return fileOf(file)
  return note && fileOf({ ...note, mime_type: 'video/mp4' })
}

interface FileFacts {
  readonly file_id: string
  readonly mime_type?: string
  readonly file_name?: string
  readonly file_size?: number
}

function fileOf(facts: FileFacts): TelegramFile | undefined {
  const { file_id: fileId, mime_type: mediaType, file_name: name, file_size: bytes } = facts
  if (typeof fileId !== 'string') return undefined
  return {
    fileId,
    ...(typeof mediaType === 'string' && { mediaType }),
    ...(typeof name === 'string' && { name }),
    ...(typeof bytes === 'number' && { bytes }),
  }
}

/** False for what Telegram never sends: a text, a name or a time that is none. */
export function isSoundInbound({ text, name, at, isMention }: Inbound): boolean {
  const isNamed = name === undefined || typeof name === 'string'
  return typeof text === 'string' && isNamed && Number.isFinite(at) && typeof isMention === 'boolean'
}

/** Outside forums `message_thread_id` only names a chain of replies, to which Telegram lets nobody send. */
function telegramThread(message: Message): string {
  const { chat, message_thread_id: topic, is_topic_message: isTopic } = message
  return isTopic === true && topic !== undefined ? `${chat.id}:${topic}` : String(chat.id)
}

function isAddressed(message: Message, bot: TelegramBot): boolean {
  const text = message.text ?? message.caption ?? ''
  const entities = message.entities ?? message.caption_entities ?? []
  return entities.some((entity) => namesBot(entity, text, bot)) || isReplyTo(message, bot)
}

function namesBot(entity: MessageEntity, text: string, bot: TelegramBot): boolean {
  if (entity.type === 'text_mention') return entity.user.id === bot.id
  const said = text.slice(entity.offset, entity.offset + entity.length).toLowerCase()
  const name = `@${bot.name.toLowerCase()}`
  return (entity.type === 'mention' && said === name) || (entity.type === 'bot_command' && said.endsWith(name))
}

/** In a topic every message that replies to nobody replies to the notice of its creation, which may be the bot's. */
function isReplyTo({ reply_to_message: reply }: Message, bot: TelegramBot): boolean {
  return reply?.from?.id === bot.id && reply.forum_topic_created === undefined
}

/** `/new@bot now` is the command `/new now`, and a leading `@bot` says no more than `isMention` does. */
function withoutBotName(text: string, name: string): string {
  const [first = ''] = text.split(/\s/u, 1)
  const suffix = `@${name.toLowerCase()}`
  if (!first.toLowerCase().endsWith(suffix)) return text
  if (first.startsWith('/')) return first.slice(0, -suffix.length) + text.slice(first.length)
  return first.length === suffix.length ? text.slice(first.length).trimStart() : text
}
