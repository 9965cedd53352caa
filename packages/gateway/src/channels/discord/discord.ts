import { createHash } from 'node:crypto'
import type { REST } from '@discordjs/rest'
import type { Channel } from '../channel.ts'
import { discordFailure } from './discord-failure.ts'
import { type DiscordReceiver, startDiscordReceiver } from './discord-receiver.ts'
import type { DiscordSession } from './discord-session.ts'

/** Settings of a Discord bot. */
export interface DiscordOptions {
  readonly token: string
  /** @default 'https://discord.com/api' */
  readonly api?: string
  /** The gateway's address. @default the one that the API tells */
  readonly gatewayUrl?: string
  /** Returns what was saved last, by whichever process. */
  readonly loadSession: () => Promise<DiscordSession | undefined>
  /** Keeps the session, so that the next process resumes it; `undefined` when Discord ended it. */
  readonly saveSession: (session: DiscordSession | undefined) => Promise<void>
  /** The time that a call may take. @default 15_000 */
  readonly timeoutMs?: number
  /** The wait after a first failed put; it doubles with each that follows. @default 1_000 */
  readonly retryMs?: number
  /** Hears of failures that the channel gets over by itself, and of Discord refusing the bot; the token is not in them. */
  readonly onTrouble?: (error: Error) => void
}

/** A Discord bot on one shard, which serves up to 2,500 servers. Files come along. */
export function createDiscordChannel(options: DiscordOptions): Channel {
  const { token, gatewayUrl, loadSession, saveSession, retryMs = 1000, timeoutMs = 15_000, onTrouble } = options
  const files = { api: options.api, timeoutMs }
  const rest = lazyRest(options)
  const trouble = (error: unknown) => onTrouble?.(discordFailure(error, token))
  let receiver: DiscordReceiver | undefined
  return {
    name: 'discord',
    limit: 2000,
    isExclusive: true,
    async start(put) {
      try {
        const deps = { token, rest: await rest(), gatewayUrl, put, files, loadSession, saveSession, retryMs }
        receiver = startDiscordReceiver({ ...deps, onTrouble: trouble })
        await receiver.ready
      } catch (error) {
        await receiver?.stop()
        throw discordFailure(error, token)
      }
    },
    async stop() {
      await receiver?.stop()
      receiver = undefined
    },
    ...sendingSide(rest, token),
  }
}

/** Loads the library when it is first needed: its import takes up to 330 ms. */
function lazyRest({ token, api, timeoutMs = 15_000 }: DiscordOptions): () => Promise<REST> {
  let loaded: Promise<REST> | undefined
  const load = async (): Promise<REST> => {
    const { REST } = await import('@discordjs/rest')
    return new REST({
      ...(api === undefined ? {} : { api }),
      version: '10',
      timeout: timeoutMs,
      // The outbox waits and retries.
      retries: 0,
      rejectOnRateLimit: () => true,
    })
  }
  return async () => {
    loaded ??= load()
    // The library forgets its token when Discord says 401 once.
    return (await loaded).setToken(token)
  }
}

/** An answer must not call anybody, and Discord fetches what it embeds, so a link would leak what it holds. */
const quiet = { allowed_mentions: { parse: [] }, flags: 4 }

function sendingSide(rest: () => Promise<REST>, token: string): Pick<Channel, 'send' | 'edit' | 'typing'> {
  return {
    async send(thread, text, nonce) {
      try {
        const body = { content: text, nonce: shortNonce(nonce), enforce_nonce: true, ...quiet }
        const sent = await (await rest()).post(`/channels/${thread}/messages`, { body })
        return (sent as { readonly id: string }).id
      } catch (error) {
        throw discordFailure(error, token)
      }
    },
    async edit(thread, id, text) {
      try {
        await (await rest()).patch(`/channels/${thread}/messages/${id}`, { body: { content: text, ...quiet } })
      } catch (error) {
        throw discordFailure(error, token)
      }
    },
    async typing(thread) {
      await (await rest()).post(`/channels/${thread}/typing`).catch(() => undefined)
    },
  }
}

/** Discord takes nonces of up to 25 characters. */
function shortNonce(nonce: string): string {
  return createHash('sha256').update(nonce).digest('base64url').slice(0, 25)
}
