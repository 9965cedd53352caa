import type { Message, MessageEntity } from 'grammy/types'
import type { Inbound } from '../channel.ts'
import { maxPictureBytes } from '../max-picture-bytes.ts'

/** A bot, by the two names that it is addressed with. */
export interface TelegramBot {
  readonly id: number
  /** The user name, without the `@`. */
  readonly name: string
}

/** Reads a message without its pictures; `undefined` when a bot said it, or when it holds nothing that we can read. */
export function telegramInbound(message: Message, bot: TelegramBot): Inbound | undefined {
  const { chat, from, sender_chat: senderChat } = message
  if (from?.id === bot.id || (from?.is_bot === true && senderChat === undefined)) return undefined
  const speaker = senderChat?.id ?? from?.id
  const text = message.text ?? message.caption ?? ''
  if (speaker === undefined || (text === '' && telegramPicture(message) === undefined)) return undefined
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

/** A file that came with a message. */
export interface TelegramPicture {
  readonly fileId: string
  readonly mediaType: string
  readonly name?: string
}

/** The largest size of a photo that is small enough, or a picture that was sent as a file. */
export function telegramPicture(message: Message): TelegramPicture | undefined {
  const fitting = (message.photo ?? []).filter(({ file_size: bytes = 0 }) => bytes <= maxPictureBytes)
  const [largest] = fitting.toSorted((a, b) => b.width * b.height - a.width * a.height)
  if (largest !== undefined) return { fileId: largest.file_id, mediaType: 'image/jpeg' }
  const file = message.document
  if (!file?.mime_type?.startsWith('image/') || (file.file_size ?? 0) > maxPictureBytes) return undefined
  return {
    fileId: file.file_id,
    mediaType: file.mime_type,
    ...(file.file_name === undefined ? {} : { name: file.file_name }),
  }
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
