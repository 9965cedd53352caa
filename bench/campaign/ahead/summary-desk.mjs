/** Stands before providers: questions for summaries take their time and fail now and then; each is logged, from when to when, and how it ended. */
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const failShare = 0.3

/** @param {readonly { readonly url: string }[]} simulators those that are asked, in the order of `urls` */
export async function openSummaryDesk(simulators, { takesMs, random }) {
  /** Each with the conversation and the life of its asker, by the key it came with. */
  const calls = []
  const servers = await Promise.all(simulators.map(({ url }) => listening((...exchange) => pass(url, ...exchange))))

  async function pass(url, request, response) {
    const body = await bodyOf(request)
    const call = summaryCall(request, body)
    const ended = (how) => {
      if (call === undefined || call.to !== undefined) return
      call.to = Date.now()
      call.end = how
    }
    if (call !== undefined) {
      calls.push(call)
      response.once('close', () => ended('broken off'))
      await sleep(takesMs)
      if (call.to !== undefined) return
      if (random() < failShare) {
        response.writeHead(500, { 'content-type': 'application/json' })
        response.end('{"type":"error","error":{"type":"api_error","message":"down"}}', () => ended('failed'))
        return
      }
    }
    const { host: _, 'content-length': __, connection: ___, ...headers } = request.headers
    const answer = await fetch(`${url}${request.url}`, {
      method: request.method,
      headers,
      ...(body.length > 0 && { body }),
    })
    const text = await answer.text()
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    response.end(text, () => ended(answer.status === 200 ? 'answered' : `refused: ${text.slice(0, 200)}`))
  }

  return {
    urls: servers.map((server) => `http://127.0.0.1:${server.address().port}`),
    calls,
    async close() {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

/** A question without tools is one for a summary. */
function summaryCall({ method, headers }, body) {
  if (method !== 'POST' || JSON.parse(body.toString()).tools?.length > 0) return undefined
  const [, conversation, life] = String(headers.authorization ?? headers['x-api-key']).split('/')
  return { conversation, life, from: Date.now(), to: undefined, end: 'under way' }
}

async function listening(handle) {
  const server = createServer((request, response) => handle(request, response).catch(() => response.destroy()))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

async function bodyOf(request) {
  const pieces = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces)
}
