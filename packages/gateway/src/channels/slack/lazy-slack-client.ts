import type { WebClient, WebClientOptions } from '@slack/web-api'

/** Slack is reached by these. */
export interface SlackAccess {
  readonly botToken: string
  readonly slackApiUrl: string | undefined
  readonly timeoutMs: number
}

/** Loads Slack's client when it is first needed: its import takes up to 210 ms. */
export function lazySlackClient({ botToken, slackApiUrl, timeoutMs }: SlackAccess): () => Promise<WebClient> {
  let loaded: Promise<WebClient> | undefined
  const load = async (): Promise<WebClient> => {
    const { WebClient, LogLevel } = await import('@slack/web-api')
    return new WebClient(botToken, {
      ...(slackApiUrl === undefined ? {} : { slackApiUrl }),
      timeout: timeoutMs,
      // The outbox retries, with its own patience: the client would try for half an hour and say some things twice.
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      logger: silentLogger(LogLevel.ERROR),
    })
  }
  return () => {
    loaded ??= load()
    return loaded
  }
}

type SlackLogger = NonNullable<WebClientOptions['logger']>

/** Every failure is thrown as well, so the client need not print it. */
function silentLogger(level: ReturnType<SlackLogger['getLevel']>): SlackLogger {
  const ignore = () => undefined
  return {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: ignore,
    setLevel: ignore,
    getLevel: () => level,
    setName: ignore,
  }
}
