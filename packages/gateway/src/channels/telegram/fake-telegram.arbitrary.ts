import type { Message, Update } from 'grammy/types'
import {
  type FakePlatform,
  type PlatformAnswer,
  type PlatformCall,
  platformFile,
  startFakePlatform,
} from '../fake-platform.arbitrary.ts'

/** A token as Telegram makes them: the bot's id comes first. */
export const telegramToken = '777:AAFakeTokenThatMustNeverBeSeen'

/** A message that the bot sent. */
export interface TelegramSent {
  readonly id: number
  readonly chat: string
  readonly topic: number | undefined
  text: string
}

/** Telegram, as a bot sees it. */
export interface FakeTelegram extends FakePlatform {
  readonly sent: readonly TelegramSent[]
  /** Updates that are not acknowledged yet. */
  readonly pending: readonly Update[]
  /** Somebody says something; returns the update that polling will find. */
  say(message: TelegramWords): Update
  /** Drops what is not acknowledged. */
  forget(): void
}

/** The words of a message; the rest is filled in. */
export type TelegramWords = Readonly<Record<string, unknown>> & { readonly chat?: object; readonly from?: object }

/** Starts a Telegram whose bot is called `pal_bot`, and which asks to wait for so long where a rate is exceeded. */
export async function startFakeTelegram(retrySeconds = 7): Promise<FakeTelegram> {
  const sent: TelegramSent[] = []
  const pending: Update[] = []
  let lastId = 1000
  const answer = (call: PlatformCall): Promise<PlatformAnswer> | PlatformAnswer => {
    if (call.name === 'file') return { body: platformFile(call.path.split('/').at(-1) ?? '') }
    const payload = call.text === '' ? {} : JSON.parse(call.text)
    if (call.name === 'getUpdates') return updates(pending, payload.offset ?? 0)
    return methods(sent, () => ++lastId)[call.name]?.(payload) ?? refusal(404, 'Not Found')
  }
  const platform = await startFakePlatform({
    nameOf: (_method, path) => (path.startsWith('/file/') ? 'file' : (path.split('/').at(-1) ?? '')),
    answer,
    rateLimited: refusal(429, `Too Many Requests: retry after ${retrySeconds}`, { retry_after: retrySeconds }),
  })
  return {
    ...platform,
    sent,
    pending,
    forget: () => void pending.splice(0),
    say(message) {
      const update = telegramUpdate(++lastId, message)
      pending.push(update)
      return update
    },
  }
}

/** An update with a message of Ada in a private chat, unless the words say otherwise. */
export function telegramUpdate(id: number, words: TelegramWords): Update {
  const message = {
    message_id: id,
    date: 1_700_000_000,
    chat: { id: 42, type: 'private', first_name: 'Ada' },
    from: { id: 42, is_bot: false, first_name: 'Ada' },
    ...words,
  }
  return { update_id: id, message: message as unknown as Message & Update.NonChannel }
}

type Payload = Readonly<Record<string, unknown>>

function methods(
  sent: TelegramSent[],
  nextId: () => number,
): Readonly<Record<string, (payload: Payload) => PlatformAnswer>> {
  return {
    getMe: () => ok({ id: 777, is_bot: true, first_name: 'Pal', username: 'pal_bot' }),
    deleteWebhook: () => ok(true),
    sendChatAction: () => ok(true),
    getFile: ({ file_id: id }) =>
      id === 'gone' ? refusal(400, 'Bad Request: wrong file_id') : ok({ file_path: `photos/${id}` }),
    sendMessage({ chat_id: chat, text, message_thread_id: topic }) {
      if (chat === '13') return refusal(403, 'Forbidden: bot was blocked by the user')
      const message = { id: nextId(), chat: String(chat), topic: topic as number | undefined, text: String(text) }
      sent.push(message)
      return ok({ message_id: message.id, date: 1_700_000_000, chat: { id: Number(chat), type: 'private' }, text })
    },
    editMessageText({ message_id: id, text }) {
      const message = sent.find((candidate) => candidate.id === id)
      if (message === undefined) return refusal(400, 'Bad Request: message to edit not found')
      if (message.text === text)
        return refusal(400, 'Bad Request: message is not modified: specified new message content')
      message.text = String(text)
      return ok(true)
    },
  }
}

/** Asking for an offset acknowledges what came before it, as on the real platform. */
async function updates(pending: Update[], offset: number): Promise<PlatformAnswer> {
  pending.splice(0, pending.length, ...pending.filter(({ update_id: id }) => id >= offset))
  if (pending.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  return ok([...pending])
}

function ok(result: unknown): PlatformAnswer {
  return { body: { ok: true, result } }
}

function refusal(code: number, description: string, parameters?: object): PlatformAnswer {
  return { status: code, body: { ok: false, error_code: code, description, ...(parameters && { parameters }) } }
}
