import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { drawn, seededRandom } from './seeded-random.mjs'

/** What goes wrong with calls that send or change a message, by share. After `taken` the message is there, and its reply is lost. */
const mishaps = {
  rateLimit: 0.03,
  error: 0.015,
  hang: 0.002,
  takenError: 0.007,
  takenDrop: 0.007,
  takenHang: 0.003,
}

/**
 * Telegram as a bot sees it. Each life of a gateway has an address of its own, so that the log says who sent what. What it
 * logs of a message: who sent it and when, its text after all changes, and whether the reply to it was lost here.
 */
export async function startFakeTelegram(seed) {
  const random = seededRandom(seed, 'telegram')
  const chats = new Map()
  const byId = new Map()
  const counts = { sends: 0, edits: 0, rateLimit: 0, error: 0, hang: 0, takenError: 0, takenDrop: 0, takenHang: 0 }

  const methods = {
    getMe: () => ({ id: 777, is_bot: true, first_name: 'Pal', username: 'pal_bot' }),
    sendChatAction: () => true,
    sendMessage({ chat_id: chat, text }, call) {
      counts.sends++
      const sent = { id: byId.size + 1, text, at: Date.now(), life: call.life, isLost: call.isLost }
      byId.set(sent.id, sent)
      chats.set(String(chat), [...(chats.get(String(chat)) ?? []), sent])
      return { message_id: sent.id, date: 1_700_000_000, chat: { id: Number(chat), type: 'private' }, text }
    },
    editMessageText({ message_id: id, text }) {
      counts.edits++
      const sent = byId.get(id)
      if (sent === undefined) return refusal(400, 'Bad Request: message to edit not found')
      if (sent.text === text) return refusal(400, 'Bad Request: message is not modified')
      sent.text = text
      return true
    },
  }

  async function answer(request, response) {
    const [, life = '', name = ''] = /^\/life-(\d+)\/bot[^/]+\/(\w+)/.exec(request.url) ?? []
    const payload = JSON.parse((await readText(request)) || '{}')
    const isFaulty = name === 'sendMessage' || name === 'editMessageText'
    const mishap = isFaulty ? drawn(random(), mishaps) : undefined
    if (mishap !== undefined) counts[mishap]++
    if (mishap === 'rateLimit') return reply(response, refusal(429, 'Too Many Requests', { retry_after: 1 }))
    if (mishap === 'error') return reply(response, refusal(500, 'Internal Server Error'))
    if (mishap === 'hang') return
    const result =
      methods[name]?.(payload, { life: Number(life), isLost: mishap !== undefined }) ?? refusal(404, 'Not Found')
    if (mishap === 'takenError') return reply(response, refusal(500, 'Internal Server Error'))
    if (mishap === 'takenDrop') return request.socket.destroy()
    if (mishap === undefined) reply(response, result)
  }

  const server = createServer((request, response) => {
    // A gateway that is killed leaves calls behind that are cut off.
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    urlFor: (life) => `http://127.0.0.1:${server.address().port}/life-${life}`,
    sentTo: (chat) => chats.get(chat) ?? [],
    chats: () => [...chats.keys()],
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

function refusal(code, description, parameters) {
  return { ok: false, error_code: code, description, parameters }
}

function reply(response, result) {
  const isRefusal = result.ok === false
  const body = JSON.stringify(isRefusal ? result : { ok: true, result })
  response.writeHead(isRefusal ? result.error_code : 200, { 'content-type': 'application/json' }).end(body)
}
