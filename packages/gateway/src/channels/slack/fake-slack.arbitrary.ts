import { type FakePlatform, type PlatformAnswer, platformFile, startFakePlatform } from '../fake-platform.arbitrary.ts'
import { slackSignature } from './is-slack-signature.ts'

/** A token as Slack makes them. */
export const slackToken = 'xoxb-1-FakeTokenThatMustNeverBeSeen'

/** A message that the app posted. */
export interface SlackPosted {
  readonly ts: string
  readonly channel: string
  readonly threadTs: string | undefined
  text: string
}

/** Slack's Web API. */
export interface FakeSlack extends FakePlatform {
  readonly posted: readonly SlackPosted[]
}

/** Starts a Slack whose bot is `UBOT`, and which asks to wait for so long where a rate is exceeded. */
export async function startFakeSlack(retrySeconds = 7): Promise<FakeSlack> {
  const posted: SlackPosted[] = []
  const platform = await startFakePlatform({
    nameOf: (_method, path) => (path.startsWith('/files-pri/') ? 'file' : (path.split('/').at(-1) ?? '')),
    answer: ({ name, path, text, headers }) => {
      if (headers.authorization !== `Bearer ${slackToken}`) return { body: { ok: false, error: 'invalid_auth' } }
      if (name === 'file') return filePage(path.split('/').at(-1) ?? '')
      if (name === 'files.info') return fileInfo(platform.url, new URLSearchParams(text).get('file') ?? '')
      return methods(posted)[name]?.(new URLSearchParams(text)) ?? { body: { ok: false, error: 'unknown_method' } }
    },
    rateLimited: {
      status: 429,
      headers: { 'retry-after': `${retrySeconds}` },
      body: { ok: false, error: 'ratelimited' },
    },
  })
  return { ...platform, posted }
}

/** Slack sends whoever may not read a file to the page where one logs in. */
function filePage(name: string): PlatformAnswer {
  if (name === 'moved.png') return { status: 302, headers: { location: '/files-pri/T1/a.png' }, body: 'log in' }
  return { body: platformFile(name) }
}

function fileInfo(url: string, id: string): PlatformAnswer {
  if (id !== 'F1') return { body: { ok: false, error: 'file_not_found' } }
  const file = {
    id,
    name: 'shared.png',
    mimetype: 'image/png',
    size: 20,
    url_private: `${url}/files-pri/T2/shared.png`,
  }
  return { body: { ok: true, file } }
}

function methods(posted: SlackPosted[]): Readonly<Record<string, (form: URLSearchParams) => PlatformAnswer>> {
  return {
    'auth.test': () => ({ body: { ok: true, user_id: 'UBOT', team_id: 'T1' } }),
    'chat.postMessage'(form) {
      const channel = form.get('channel') ?? ''
      if (channel === 'CGONE') return { body: { ok: false, error: 'channel_not_found' } }
      if (channel === 'CSICK') return { body: { ok: false, error: 'internal_error' } }
      if (channel === 'CFULL') return { body: { ok: false, error: 'message_limit_exceeded' } }
      const message = {
        ts: `1700000000.${String(posted.length + 1).padStart(6, '0')}`,
        channel,
        threadTs: form.get('thread_ts') ?? undefined,
        text: form.get('text') ?? '',
      }
      posted.push(message)
      return { body: { ok: true, ts: message.ts, channel } }
    },
    'chat.update'(form) {
      const message = posted.find(({ ts }) => ts === form.get('ts'))
      if (message === undefined) return { body: { ok: false, error: 'message_not_found' } }
      message.text = form.get('text') ?? ''
      return { body: { ok: true, ts: message.ts } }
    },
  }
}

/** An event callback with a message of Ada in a channel, unless the words say otherwise. */
export function slackCallbackBody(event: Readonly<Record<string, unknown>>, outer: object = {}): object {
  return {
    type: 'event_callback',
    team_id: 'T1',
    event_id: 'Ev1',
    authorizations: [{ team_id: 'T1', user_id: 'UBOT', is_bot: true }],
    event: { type: 'message', channel: 'C1', channel_type: 'channel', user: 'UADA', ts: '1700000001.000100', ...event },
    ...outer,
  }
}

/** A request as Slack signs it. */
export function slackRequest(body: object | string, secret: string, atMs: number): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const timestamp = String(Math.floor(atMs / 1000))
  const headers = {
    'content-type': 'application/json',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': slackSignature(Buffer.from(text), timestamp, secret),
  }
  return new Request('http://gateway/hooks/slack', { method: 'POST', headers, body: text })
}
