import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSimulator, type Simulator } from './create-simulator.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await createSimulator()
})
afterAll(() => simulator.close())

type Headers = Readonly<Record<string, string>>

/** As a browser would send it; `fetch` lets nobody choose these headers. */
function send(method: string, path: string, headers: Headers, body = '') {
  return new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: simulator.port, method, path, headers }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode, text })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const asked = JSON.stringify({ model: 'claude-sonnet-5', max_tokens: 9, messages: [{ role: 'user', content: 'Hi.' }] })
const anthropic = { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }
const anthropicError = { type: 'error', error: { type: 'permission_error', message: expect.stringContaining('Only') } }
const openAiError = { error: { type: 'invalid_request_error', message: expect.stringContaining('Only'), code: null } }

describe.each<[string, Headers]>([
  ['a name that was made to lead here', { host: 'rebound.example:8080' }],
  ['a page of elsewhere', { origin: 'https://example.com' }],
  ['a page that shows a picture of here', { 'sec-fetch-site': 'cross-site' }],
])('%s', (_, foreign) => {
  test.each<[string, string, Headers, object]>([
    ['POST', '/v1/messages', anthropic, anthropicError],
    ['POST', '/v1/messages/count_tokens', anthropic, anthropicError],
    ['POST', '/v1/chat/completions', { authorization: 'Bearer k' }, openAiError],
    ['POST', '/v1/responses', { authorization: 'Bearer k' }, openAiError],
    ['GET', '/v1/models', { authorization: 'Bearer k' }, openAiError],
    ['GET', '/v1/models', anthropic, anthropicError],
    ['OPTIONS', '/v1/messages', {}, anthropicError],
    ['POST', '/simulate/advance?by=6m', {}, openAiError],
  ])('is refused in the words of the provider, and not billed: %s %s', async (method, path, headers, error) => {
    const { status, text } = await send(method, path, { ...headers, ...foreign }, method === 'POST' ? asked : '')
    expect(status).toBe(403)
    expect(JSON.parse(text)).toMatchObject(error)
    expect(simulator.calls).toEqual([])
  })
})

/** As no client of Node's would send it. */
function sendRaw(target: string, ...hosts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(simulator.port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
    })
    socket.on('end', () => resolve(text.slice(0, text.indexOf('\r\n')))).on('error', reject)
    const lines = [`HEAD ${target} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close', '', '']
    socket.write(lines.join('\r\n'))
  })
}

test.each([
  ['http://rebound.example/api/hello', 'localhost'],
  ['http://localhost/api/hello', 'rebound.example'],
  ['http://[', 'localhost'],
  ['/api/hello', 'localhost', 'rebound.example'],
  ['/api/hello', 'rebound.example', 'localhost'],
])('a request that names another host beside this one is refused: %s %s %s', async (target, ...hosts) => {
  expect(await sendRaw(target, ...hosts.filter(Boolean))).toContain(' 403 ')
})

test('a request may name its host in its target, too', async () => {
  expect(await sendRaw('http://localhost:1/api/hello', 'localhost:1')).toContain(' 200 ')
})

test.each(['/v1/%', `/${'a'.repeat(12_000)}`, '*'])('a target that leads nowhere is not found: %s', async (path) => {
  expect((await send('GET', path, {})).status).toBe(404)
})

test.each(['9007199254740991ms', '100000000d', '99999999999999h'])('no clock goes that far: %s', async (by) => {
  expect((await send('POST', `/simulate/advance?by=${by}`, {})).status).toBe(400)
})
