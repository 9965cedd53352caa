import type { Api } from 'grammy'

/** Telegram is reached by these. */
export interface TelegramAccess {
  readonly token: string
  readonly apiRoot: string
  readonly timeoutMs: number
}

/** Two clients of the same bot, because grammy has one timeout for all calls of a client. */
export interface TelegramApi {
  readonly calls: Api
  readonly polls: Api
}

/** Telegram holds a request for updates open for this long while there are none. */
export const pollSeconds = 30

/** Loads grammy when it is first needed: its import takes up to 150 ms. */
export function lazyTelegramApi({ token, apiRoot, timeoutMs }: TelegramAccess): () => Promise<TelegramApi> {
  let loaded: Promise<TelegramApi> | undefined
  const load = async (): Promise<TelegramApi> => {
    const { Api } = await import('grammy')
    const client = (seconds: number) => new Api(token, { apiRoot, timeoutSeconds: seconds })
    return { calls: client(timeoutMs / 1000), polls: client(pollSeconds + timeoutMs / 1000) }
  }
  return () => {
    loaded ??= load()
    return loaded
  }
}
