import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scripted } from '@palimpsest/simulator'
import { expect, onTestFinished, test } from 'vitest'
import { countingSteps, createAgentDesk, ways } from './agent-desk.arbitrary.ts'

const [, chat] = ways

/** Stands before a server and refuses longer answers than it likes, without a word of how long they may be. */
async function startGuard(target: () => string, mostTokens: number) {
  const asked: number[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { max_tokens: tokens = 0 } = JSON.parse(body.replace('max_completion_tokens', 'max_tokens'))
    asked.push(tokens)
    if (tokens > mostTokens) {
      response.writeHead(400, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ error: { message: 'max_tokens参数非法', code: '1210' } }))
    }
    const headers = { 'content-type': 'application/json', authorization: 'Bearer test' }
    const answer = await fetch(`${target()}${request.url}`, { method: 'POST', headers, body })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    return response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** A conversation worth compacting, whose server takes answers of so many tokens at most. */
async function deskBehindGuard(mostTokens: number) {
  let url = ''
  const guard = await startGuard(() => url, mostTokens)
  const desk = await createAgentDesk(chat, {
    simulator: { model: scripted([...countingSteps(6, 300), 'Done.', 'More.']) },
  })
  await desk.turn('Count.')
  url = desk.simulator.url
  const provider = chat[1]({ apiKey: 'test', baseUrl: `${guard.url}/v1`, name: chat[0] })
  await desk.agent.speakWith({ ...desk.parts, provider })
  return { ...desk, asked: guard.asked }
}

test('an output that is refused again is lowered further, and the history stays as it is', async () => {
  const { turn, asked, lineage, agent } = await deskBehindGuard(400)
  expect(await turn('More.')).toEqual({ kind: 'answered', text: 'More.' })
  expect(asked).toEqual([2_000, 1_000, 500, 250])
  expect(await lineage()).toHaveLength(1)
  expect(agent.status().contextTokens).toBe(32_000)
})

test('an output that is refused however short it is ends the turn with the setting to change', async () => {
  const { turn, asked, lineage } = await deskBehindGuard(100)
  expect(await turn('More.')).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/3 attempts with less did not help\. Nothing is lost\. Set model\.max_tokens/),
  })
  expect(asked).toEqual([2_000, 1_000, 500, 250])
  expect(await lineage()).toHaveLength(1)
})
