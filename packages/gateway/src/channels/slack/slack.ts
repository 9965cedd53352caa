import type { WebClient } from '@slack/web-api'
import type { Channel, PutInbound } from '../channel.ts'
import { isSlackSignature } from './is-slack-signature.ts'
import { lazySlackClient } from './lazy-slack-client.ts'
import { slackFailure } from './slack-failure.ts'
import { type SlackFiles, slackAttachment } from './slack-file.ts'
import { readSlackCallback, slackBotUser, slackInbound } from './slack-inbound.ts'
import { toSlackText } from './slack-text.ts'

/** Settings of a Slack app that receives the Events API. */
export interface SlackOptions {
  /** The bot's token, `xoxb-…`. */
  readonly botToken: string
  readonly signingSecret: string
  /** @default 'https://slack.com/api/' */
  readonly slackApiUrl?: string
  /** The time in milliseconds since 1970. @default Date.now */
  readonly now?: () => number
  /** The time that a call may take. @default 15_000 */
  readonly timeoutMs?: number
  /** Hears of failures after which Slack delivers again; the token is not in them. */
  readonly onTrouble?: (error: Error) => void
}

interface SlackState {
  readonly options: SlackOptions
  readonly client: () => Promise<WebClient>
  readonly files: SlackFiles
  botUser?: string
  put?: PutInbound
}

/**
 * Beyond 4,000 characters Slack splits a message by itself, and what is edited later is only its first part.
 * It cuts at 40,000, which is far enough away for what escaping adds.
 */
const slackLimit = 4000

/** A Slack app. Messages come by webhook; edits, deletions, notices and messages of bots are left out; files come along. */
export function createSlackChannel(options: SlackOptions): Channel {
  const { botToken, slackApiUrl, timeoutMs = 15_000 } = options
  const client = lazySlackClient({ botToken, slackApiUrl, timeoutMs })
  const info = async (id: string) => (await (await client()).files.info({ file: id })).file
  const files = { botToken, apiUrl: slackApiUrl ?? 'https://slack.com/api/', timeoutMs, info }
  const state: SlackState = { options, client, files }
  return {
    name: 'slack',
    limit: slackLimit,
    async start(put) {
      state.put = put
    },
    async stop() {
      delete state.put
    },
    webhook: (request) => receive(state, request),
    ...sendingSide(state),
  }
}

async function receive(state: SlackState, request: Request): Promise<Response> {
  const { signingSecret, now = Date.now, botToken, onTrouble } = state.options
  const body = new Uint8Array(await request.arrayBuffer())
  if (!isSlackSignature({ headers: request.headers, body }, signingSecret, now())) return answer(401)
  const value = parseBody(body)
  if (value === undefined) return answer(400)
  if (typeof value === 'object' && value !== null && 'type' in value && value.type === 'url_verification') {
    return Response.json({ challenge: 'challenge' in value ? value.challenge : undefined })
  }
  try {
    await take(state, value)
    return answer(200)
  } catch (error) {
    onTrouble?.(slackFailure(error, botToken))
    // Slack delivers the event again.
    return answer(503)
  }
}

function answer(status: number): Response {
  return new Response(undefined, { status })
}

function parseBody(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

async function take(state: SlackState, value: unknown): Promise<void> {
  const { put } = state
  if (put === undefined) throw new Error('The channel has not been started.')
  const callback = readSlackCallback(value)
  if (callback === undefined) return
  const inbound = slackInbound(callback, slackBotUser(callback) ?? (await askBotUser(state)))
  if (inbound === undefined) return
  const attachments = callback.event.files?.map((file) => slackAttachment(file, state.files))
  await put([{ ...inbound, ...(attachments && { attachments }) }])
}

/** Asks once who the bot is, for events that do not say so. */
async function askBotUser(state: SlackState): Promise<string | undefined> {
  state.botUser ??= (await (await state.client()).auth.test()).user_id
  return state.botUser
}

function sendingSide({ options: { botToken }, client }: SlackState): Pick<Channel, 'send' | 'edit'> {
  return {
    async send(thread, text) {
      const [channel = '', threadTs] = thread.split(':')
      try {
        const sent = await (await client()).chat.postMessage({
          channel,
          text: toSlackText(text),
          ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
          // Slack fetches what it unfurls, so a link that a model was talked into would leak what it holds.
          unfurl_links: false,
          unfurl_media: false,
        })
        return sent.ts ?? ''
      } catch (error) {
        throw slackFailure(error, botToken)
      }
    },
    async edit(thread, id, text) {
      const [channel = ''] = thread.split(':')
      try {
        await (await client()).chat.update({ channel, ts: id, text: toSlackText(text) })
      } catch (error) {
        throw slackFailure(error, botToken)
      }
    },
  }
}
