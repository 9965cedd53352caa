import { z } from 'zod'
import type { Inbound } from '../channel.ts'
import { slackFile } from './slack-file.ts'
import { fromSlackText } from './slack-text.ts'

const slackEvent = z.object({
  type: z.enum(['message', 'app_mention']),
  subtype: z.string().optional(),
  channel: z.string(),
  channel_type: z.string().optional(),
  user: z.string(),
  text: z.string().default(''),
  ts: z.string(),
  thread_ts: z.string().optional(),
  parent_user_id: z.string().optional(),
  bot_id: z.string().optional(),
  // A message is not lost because of a file that cannot be understood.
  files: z.array(slackFile.catch({})).optional().catch(undefined),
})

const slackCallback = z.object({
  type: z.literal('event_callback'),
  team_id: z.string(),
  authorizations: z.array(z.object({ user_id: z.string().nullish(), is_bot: z.boolean().optional() })).optional(),
  event: slackEvent,
})

/** An event of Slack that says something. */
export type SlackCallback = z.infer<typeof slackCallback>

/** Slack's own bot, which has the id of a person. */
const slackbot = 'USLACKBOT'

/** Subtypes that are still somebody speaking; the others are notices, edits and deletions. */
const spoken: ReadonlySet<string | undefined> = new Set([undefined, 'file_share', 'thread_broadcast', 'me_message'])

/** `undefined` when nobody said anything in it, or a bot did. */
export function readSlackCallback(value: unknown): SlackCallback | undefined {
  const { data } = slackCallback.safeParse(value)
  if (data === undefined || data.event.bot_id !== undefined || !spoken.has(data.event.subtype)) return undefined
  return data.event.text === '' && data.event.files === undefined ? undefined : data
}

/** The bot's user, as Slack names it in most events. */
export function slackBotUser({ authorizations = [] }: SlackCallback): string | undefined {
  return authorizations.find(({ is_bot: isBot }) => isBot === true)?.user_id ?? undefined
}

/**
 * A mention in a channel comes twice, as `app_mention` and as `message`. Both get the same source, so only the first
 * is kept, and both must say that the bot is addressed.
 */
export function slackInbound(
  { team_id: team, event }: SlackCallback,
  botUser: string | undefined,
): Inbound | undefined {
  if (event.user === botUser || event.user === slackbot) return undefined
  const isGroup = event.channel_type === undefined ? !event.channel.startsWith('D') : event.channel_type !== 'im'
  const isNamed = botUser !== undefined && (event.text.includes(`<@${botUser}>`) || event.parent_user_id === botUser)
  const thread = event.thread_ts
  return {
    source: `slack:${team}:${event.channel}:${event.ts}`,
    channel: 'slack',
    thread: thread === undefined ? event.channel : `${event.channel}:${thread}`,
    from: event.user,
    text: fromSlackText(event.text, botUser),
    isGroup,
    isMention: !isGroup || event.type === 'app_mention' || isNamed,
    at: Math.floor(Number(event.ts) * 1000),
  }
}
