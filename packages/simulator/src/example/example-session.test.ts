import type { Message, Part, ToolCallPart, Transcript } from '@palimpsest/core/message'
import { groups } from '@palimpsest/core/message'
import { expect, test } from 'vitest'
import { exampleSession } from './example-session.ts'
import { weigh } from './weigh.ts'

const session = exampleSession()
const { messages } = session

const partsOf = (list: readonly Message[]): readonly Part[] => list.flatMap(({ parts }) => parts as readonly Part[])
const callsOf = (list: readonly Message[]): readonly ToolCallPart[] =>
  partsOf(list).filter((part) => part.type === 'tool-call')
const textOf = (message: Message): string =>
  message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
const said = (role: Message['role'], list = messages): readonly string[] =>
  list.filter((message) => message.role === role).map(textOf)
const results = messages.filter((message) => message.role === 'tool')
const results60K = results.filter((message) => textOf(message).length > 60_000)

function tokensOf({ messages: list, tools }: Transcript): number {
  const texts = partsOf(list).map((part) => {
    if (part.type === 'tool-call') return part.name + part.arguments
    return part.type === 'text' || part.type === 'thinking' ? part.text : ''
  })
  return [JSON.stringify(tools), ...texts].reduce((sum, text) => sum + weigh(text), 0)
}

test('the same seed tells the same session, to the byte', () => {
  expect(JSON.stringify(exampleSession({ seed: 7 }))).toBe(JSON.stringify(exampleSession({ seed: 7 })))
})

test('another seed tells another session', () => {
  const [a, b] = [exampleSession({ seed: 2 }), exampleSession({ seed: 3 })].map(({ messages: list }) =>
    said('user', list),
  )
  expect(a).not.toEqual(b)
})

test('is as long as a real session by default', () => {
  expect(messages.length).toBeGreaterThanOrEqual(300)
  expect(tokensOf(session)).toBeGreaterThan(180_000)
  expect(tokensOf(session)).toBeLessThan(230_000)
  expect(said('user').length).toBeGreaterThanOrEqual(25)
})

test.each([20_000, 60_000, 500_000, 2_000_000])('comes close to a target of %i tokens', (targetTokens) => {
  const tokens = tokensOf(exampleSession({ targetTokens }))
  expect(tokens).toBeGreaterThan(targetTokens * 0.8)
  expect(tokens).toBeLessThan(targetTokens * 1.2)
})

test.each([1, 2, 3, 4, 5])('is valid for every provider with seed %i', (seed) => {
  const { messages: list } = exampleSession({ seed, targetTokens: 120_000 + seed })
  expect(list.map(({ role }) => role).slice(0, 2)).toEqual(['system', 'user'])
  expect(list.at(-1)).toMatchObject({ role: 'assistant', parts: [{ type: 'text' }] })
  for (const group of groups(list)) {
    expect(group.unanswered).toEqual([])
    expect(group.orphans).toEqual([])
    const answered = group.messages.filter(({ role }) => role === 'tool').length
    expect(answered).toBe(callsOf(group.messages).length)
  }
  const ids = callsOf(list).map(({ callId }) => callId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[A-Za-z0-9_-]{1,40}$/.test(id))).toEqual([])
  expect(list.filter(({ parts }) => parts.length === 0)).toEqual([])
  expect(partsOf(list).filter((part) => part.type === 'text' && part.text.trim() === '')).toEqual([])
})

test('users and the assistant take turns', () => {
  const doubled = messages.filter(({ role }, i) => role === 'user' && messages[i + 1]?.role === 'user')
  expect(doubled).toEqual([])
})

test('calls only tools that it defines, with arguments that they require', () => {
  const required = new Map(
    (session.tools ?? []).map((tool) => (tool.kind === 'function' ? [tool.name, tool.schema?.required] : ['', []])),
  )
  expect(required.size).toBeGreaterThanOrEqual(14)
  for (const { name, arguments: json } of callsOf(messages)) {
    expect(Object.keys(JSON.parse(json))).toEqual(expect.arrayContaining(required.get(name) as string[]))
  }
})

test('gives the system prompt and the tools a realistic weight', () => {
  expect(weigh(said('system').join())).toBeGreaterThan(2_000)
  expect(weigh(said('system').join())).toBeLessThan(4_000)
  expect(weigh(JSON.stringify(session.tools))).toBeGreaterThan(3_000)
})

test('uses several tools at once, up to six', () => {
  const counts = messages.map((message) => callsOf([message]).length)
  expect(counts.filter((count) => count >= 2).length).toBeGreaterThan(40)
  expect(Math.max(...counts)).toBe(6)
})

test('has outputs that are far too long, and many short ones', () => {
  expect(results60K.length).toBeGreaterThanOrEqual(3)
  expect(results.filter((message) => textOf(message).length < 300).length).toBeGreaterThan(60)
})

test('has tools that fail, time out and are tried again', () => {
  const failures = results.filter((message) => message.role === 'tool' && message.isError).map(textOf)
  expect(failures.length).toBeGreaterThan(15)
  for (const sign of ['ENOENT', 'timed out', 'exit code 1,', '404 Not Found']) {
    expect(failures.some((text) => text.includes(sign))).toBe(true)
  }
})

test('reads some files again and again, and sees what was edited meanwhile', () => {
  const reads = callsOf(messages)
    .filter(({ name }) => name === 'read_file')
    .map((call) => call.arguments)
  expect(reads.length - new Set(reads).size).toBeGreaterThan(10)
  const shown = results.map(textOf).filter((text) => text.includes('\tconst kinds = ['))
  expect(shown.length).toBeGreaterThanOrEqual(2)
  const webhook = results.map(textOf).filter((text) => text.includes('\texport function webhookRoutes'))
  expect(webhook.some((text) => text.includes('JSON.stringify(request.body)'))).toBe(true)
  expect(webhook.some((text) => text.includes('addContentTypeParser'))).toBe(true)
})

test('tests fail before a fix and pass after it', () => {
  const runs = results.map(textOf).filter((text) => text.includes(' RUN  v'))
  const red = runs.filter((text) => text.includes(' FAIL  '))
  expect(red.length).toBeGreaterThan(8)
  expect(runs.length - red.length).toBeGreaterThan(red.length)
})

test('patches find their text, but for those that a story wants to miss', () => {
  const { messages: list } = exampleSession({ seed: 4, targetTokens: 1_000_000 })
  const patches = callsOf(list).filter(({ name }) => name === 'patch')
  const missed = list.filter((message) => message.role === 'tool' && textOf(message).startsWith('old_text not found'))
  const meant = patches.filter((call) => call.arguments.includes('"old_text":"export const group'))
  expect(patches.length).toBeGreaterThan(500)
  expect(missed.length).toBe(meant.length)
})

test('thinks, partly under a seal', () => {
  const thoughts = partsOf(messages).filter((part) => part.type === 'thinking')
  expect(thoughts.filter((part) => part.signature !== undefined).length).toBeGreaterThan(15)
  expect(thoughts.filter((part) => part.signature === undefined).length).toBeGreaterThan(5)
})

test('has pictures from the user and from a tool', () => {
  const pictured = messages.filter(({ parts }) => parts.some(({ type }) => type === 'image')).map(({ role }) => role)
  expect(pictured).toEqual(['user', 'user', 'tool', 'tool'])
  for (const part of partsOf(messages)) {
    if (part.type === 'image' && part.source.kind === 'data') expect(part.source.data).toMatch(/^iVBORw0KGgo.+=$/)
  }
})

test('speaks Chinese, Japanese and Korean, and knows emoji', () => {
  const text = said('user').join('\n')
  for (const sign of ['不要', '必ず', '감사합니다', '客服转来的问题', '田中です', '🎉']) expect(text).toContain(sign)
  expect(results.map(textOf).join('\n')).toContain('선석 배정 동기화')
})

test('has rules that are given, amended and withdrawn, a cancelled task and a correction', () => {
  const text = said('user').join('\n')
  for (const sign of [
    'Never touch the migrations folder',
    'Change of rule 1',
    'rule 7 is withdrawn',
    'stop, forget the Redis cache idea',
    'no, not that file',
  ]) {
    expect(text).toContain(sign)
  }
  expect(said('assistant').at(-1)).toContain('Decided against')
})

test('leaks invented keys in the output of a tool and nowhere else', () => {
  const key = /(sk_live_51|AKIA[A-Z0-9]{16}|ghp_)/
  expect(results.filter((message) => key.test(textOf(message)))).toHaveLength(1)
  expect([...said('assistant'), ...said('user')].filter((text) => key.test(text))).toEqual([])
})

test('does not tell the same job twice in a very long session', () => {
  const requests = said('user', exampleSession({ targetTokens: 1_000_000 }).messages).filter((text) => text.length > 80)
  expect(new Set(requests).size).toBe(requests.length)
})
