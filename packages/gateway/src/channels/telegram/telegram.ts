import type { Update } from 'grammy/types'
import type { Channel, Inbound, PutInbound } from '../channel.ts'
import { fetchBytes } from '../fetch-bytes.ts'
import { isSameSecret } from '../is-same-secret.ts'
import { pollTelegram } from './poll-telegram.ts'
import { lazyTelegramApi, pollSeconds, type TelegramApi } from './telegram-api.ts'
import { telegramFailure, telegramRefusal } from './telegram-failure.ts'
import { isSoundInbound, type TelegramBot, telegramFile, telegramInbound } from './telegram-inbound.ts'

/** Settings of a Telegram bot. */
export interface TelegramOptions {
  readonly token: string
  /** @default 'https://api.telegram.org' */
  readonly apiRoot?: string
  /** Polling asks Telegram, from one process at a time; with a webhook Telegram calls any of them. */
  readonly mode: 'polling' | 'webhook'
  /** The secret given to `setWebhook`, which Telegram sends along. Without one every webhook is refused. */
  readonly secretToken?: string
  /** The bot's user name. Telegram is asked for it where it is missing. */
  readonly botName?: string
  /** The time that a call may take. @default 15_000 */
  readonly timeoutMs?: number
  /** The wait after a first failed poll; it doubles with each that follows. @default 1_000 */
  readonly retryMs?: number
  /** Hears of failures that the channel gets over by itself; the token is not in them. */
  readonly onTrouble?: (error: Error) => void
}

interface TelegramState {
  readonly options: TelegramOptions
  readonly api: () => Promise<TelegramApi>
  readonly fetchFile: (fileId: string, maxBytes: number, signal: AbortSignal) => Promise<Uint8Array>
  readonly trouble: (error: unknown) => void
  bot?: TelegramBot
  put?: PutInbound
}

/** A Telegram bot. Edited messages and those of bots are left out; files come along. */
export function createTelegramChannel(options: TelegramOptions): Channel {
  const state = initialState(options)
  return {
    name: 'telegram',
    limit: 4096,
    ...(options.mode === 'polling' ? pollingSide(state) : webhookSide(state)),
    ...sendingSide(state),
  }
}

function initialState(options: TelegramOptions): TelegramState {
  const { token, apiRoot = 'https://api.telegram.org', timeoutMs = 15_000, onTrouble } = options
  const api = lazyTelegramApi({ token, apiRoot, timeoutMs })
  const fetchFile: TelegramState['fetchFile'] = async (fileId, maxBytes, signal) => {
    const { file_path: path } = await (await api()).calls.getFile(fileId)
    if (path === undefined) throw new Error('Telegram does not say where the file is.')
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    return fetchBytes({ url: `${apiRoot}/file/bot${token}/${path}`, maxBytes }, within)
  }
  const trouble = (error: unknown) => onTrouble?.(telegramFailure(error, token))
  return { options, api, fetchFile, trouble }
}

type ShimSignal = Parameters<TelegramApi['polls']['getUpdates']>[1]

type Receiving = Pick<Channel, 'start' | 'stop' | 'webhook' | 'isExclusive'>

function pollingSide(state: TelegramState): Receiving {
  let stopping = new AbortController()
  let polling: Promise<void> | undefined
  return {
    isExclusive: true,
    async start(put) {
      await begin(state, put)
      const { polls } = await state.api()
      stopping = new AbortController()
      // Each update may bring a file, and all of a batch are in memory at once.
      const ask = { timeout: pollSeconds, limit: 20, allowed_updates: ['message'] as const }
      polling = pollTelegram(
        {
          // grammy types signals by a shim of its own.
          getUpdates: (offset, signal) => polls.getUpdates({ ...ask, offset }, signal as ShimSignal),
          take: (updates) => take(state, updates),
          onTrouble: state.trouble,
          retryMs: state.options.retryMs ?? 1000,
        },
        stopping.signal,
      )
    },
    async stop() {
      stopping.abort()
      await polling
      delete state.put
    },
  }
}

function webhookSide(state: TelegramState): Receiving {
  return {
    start: (put) => begin(state, put),
    async stop() {
      delete state.put
    },
    async webhook(request) {
      const given = request.headers.get('x-telegram-bot-api-secret-token')
      if (!isSameSecret(given, state.options.secretToken)) return new Response(undefined, { status: 401 })
      const update = await readUpdate(request)
      if (update === undefined) return new Response(undefined, { status: 400 })
      try {
        await take(state, [update])
        return new Response()
      } catch (error) {
        state.trouble(error)
        // Telegram sends the update again.
        return new Response(undefined, { status: 503 })
      }
    },
  }
}

/** Learns the bot's name and, before polling, ends a webhook that is still set: Telegram allows only one of them. */
async function begin(state: TelegramState, put: PutInbound): Promise<void> {
  const { token, botName, mode } = state.options
  try {
    const { calls } = await state.api()
    // A token begins with the bot's id.
    const id = Number(token.split(':', 1)[0])
    state.bot = { id, name: botName?.replace(/^@/u, '') ?? (await calls.getMe()).username }
    if (mode === 'polling') await calls.deleteWebhook()
  } catch (error) {
    throw telegramFailure(error, token)
  }
  state.put = put
}

async function readUpdate(request: Request): Promise<Update | undefined> {
  try {
    const update: unknown = await request.json()
    return typeof update === 'object' && update !== null && 'update_id' in update ? (update as Update) : undefined
  } catch {
    return undefined
  }
}

async function take(state: TelegramState, updates: readonly Update[]): Promise<void> {
  const { put } = state
  if (put === undefined) throw new Error('The channel has not been started.')
  const messages = updates.flatMap((update) => readSoundMessage(update, state) ?? [])
  if (messages.length > 0) await put(messages)
}

/** What has not the shape of a message is left out: Telegram would bring it again and again. */
function readSoundMessage(update: Update, state: TelegramState): Inbound | undefined {
  try {
    const inbound = readMessage(update, state)
    return inbound && isSoundInbound(inbound) ? inbound : undefined
  } catch {
    return undefined
  }
}

function readMessage({ message }: Update, { bot, fetchFile }: TelegramState): Inbound | undefined {
  const inbound = message && bot && telegramInbound(message, bot)
  const file = message && telegramFile(message)
  if (inbound === undefined || file === undefined) return inbound
  const { fileId, ...about } = file
  const attachment = { ...about, fetch: (maxBytes: number, signal: AbortSignal) => fetchFile(fileId, maxBytes, signal) }
  return { ...inbound, attachments: [attachment] }
}

function sendingSide({ options: { token }, api }: TelegramState): Pick<Channel, 'send' | 'edit' | 'typing'> {
  // Telegram fetches what it previews, so a link that a model was talked into would leak what it holds.
  const noPreview = { link_preview_options: { is_disabled: true } } as const
  return {
    async send(thread, text) {
      const { chat, topic } = addressOf(thread)
      try {
        const sent = await (await api()).calls.sendMessage(chat, text, { ...topic, ...noPreview })
        return String(sent.message_id)
      } catch (error) {
        throw telegramFailure(error, token)
      }
    },
    async edit(thread, id, text) {
      try {
        await (await api()).calls.editMessageText(addressOf(thread).chat, Number(id), text, noPreview)
      } catch (error) {
        const isUnchanged = telegramRefusal(error)?.description.includes('message is not modified') === true
        if (!isUnchanged) throw telegramFailure(error, token)
      }
    },
    async typing(thread) {
      const { chat, topic } = addressOf(thread)
      await (await api()).calls.sendChatAction(chat, 'typing', topic).catch(() => undefined)
    },
  }
}

function addressOf(thread: string): { readonly chat: string; readonly topic: { readonly message_thread_id?: number } } {
  const [chat = '', topic] = thread.split(':')
  return { chat, topic: topic === undefined ? {} : { message_thread_id: Number(topic) } }
}
