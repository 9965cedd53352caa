import { setTimeout as sleep } from 'node:timers/promises'
import { hookSecret } from './gateways.mjs'
import { seededRandom } from './seeded-random.mjs'
import { annId, chatOf } from './talk.mjs'

const speakers = 24
/** Nobody speaks while more messages than this wait: a flood, but one with pauses in each conversation. */
const mostWaiting = 1_500
const waitingShare = 0.1
const requestMs = 10_000
/** Too slow, too much, stopping, and not up yet. */
const forNow = new Set([408, 429, 500, 503])

/**
 * Says everything: each conversation in order, in bursts, each message until it is acknowledged, some of them twice. A chat
 * of Telegram gets its next update after the one before was taken, as the platform does it.
 */
export async function speak({ talk, gateways, progress, found, seed }) {
  const random = seededRandom(seed, 'speakers')
  const waiting = talk.map((conversation) => ({ ...conversation, said: 0, burst: 0 }))
  for (let i = waiting.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[waiting[i], waiting[j]] = [waiting[j], waiting[i]]
  }
  const speaker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
      for (let left = one.bursts[one.burst++]; left > 0; left--) {
        while (progress.waiting > Math.min(mostWaiting, progress.messages * waitingShare)) await sleep(100)
        await say(one, one.said)
        if (one.lines[one.said].repeats > 0) await say(one, one.said)
        one.said++
        progress.said++
      }
      if (one.said < one.lines.length) waiting.push(one)
    }
  }

  async function say(one, i) {
    for (;;) {
      const [life] = gateways.serving().sort(() => random() - 0.5)
      if (life !== undefined) {
        progress.posts++
        const response = await request(life.url, one, i).catch(() => undefined)
        if (response === undefined) progress.unanswered++
        else if (response.ok) return
        else {
          progress.refused++
          if (!forNow.has(response.status)) found(`a message was refused: ${response.status}`)
        }
      }
      await sleep(50 + random() * 200)
    }
  }

  await Promise.all(Array.from({ length: speakers }, speaker))
}

async function request(url, { home, n, lines }, i) {
  const { path, headers, body } = home === 'web' ? webPost(n, i, lines[i]) : telegramUpdate({ home, n, i }, lines[i])
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(requestMs),
  })
  await response.arrayBuffer()
  return response
}

function webPost(n, i, { text }) {
  return {
    path: `/v1/conversations/c-${n}/messages`,
    headers: { 'idempotency-key': `m-${i}` },
    body: { text },
  }
}

function telegramUpdate({ home, n, i }, { text, isAnswered }) {
  const chat = { id: Number(chatOf(home, n)), type: home === 'group' ? 'supergroup' : 'private' }
  const from = { id: annId, is_bot: false, first_name: 'Ann' }
  const isNamed = home === 'group' && isAnswered
  const said = isNamed ? `@pal_bot ${text}` : text
  const entities = isNamed ? { entities: [{ type: 'mention', offset: 0, length: 8 }] } : {}
  const message = { message_id: i + 1, date: 1_700_000_000 + i, chat, from, text: said, ...entities }
  return {
    path: '/hooks/telegram',
    headers: { 'x-telegram-bot-api-secret-token': hookSecret },
    body: { update_id: n * 1_000 + i + 1, message },
  }
}
