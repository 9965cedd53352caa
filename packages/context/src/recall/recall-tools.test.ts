import type Anthropic from '@anthropic-ai/sdk'
import { createMemoryStore } from '@palimpsest/stores/memory'
import type OpenAI from 'openai'
import { expect, expectTypeOf, test } from 'vitest'
import { createContext } from '../create-context.ts'
import { anthropicHost as host } from '../host.arbitrary.ts'
import type { ContextEvent } from '../options/context-options.ts'

async function chatAbout(text: string, events: ContextEvent[] = []) {
  const context = await createContext({ store: createMemoryStore(), onEvent: (event) => events.push(event) })
  const chat = context.conversation('c')
  await chat.prepare(host.body([host.user(text)]))
  return chat
}

test('arguments are taken as an object and as the text that a model wrote', async () => {
  const { run } = (await chatAbout('The port is 8417.')).recallTools('openai-chat')
  for (const input of [{ query: 'port' }, '{"query":"port"}'])
    expect(await run('recall', input)).toMatch(/^#0 \(user\)/)
  for (const input of [{ number: '#0' }, { number: 0 }, '{"number":"0"}'])
    expect(await run('read_original', input)).toContain('8417')
})

test('arguments that are missing or broken are asked for', async () => {
  const { run } = (await chatAbout('The port is 8417.')).recallTools('anthropic')
  for (const input of [undefined, null, 7, '{"query":', {}, { query: '' }, { query: ['port'] }])
    expect(await run('recall', input)).toMatch(/^The argument `query` is missing\. .*\{"query":"port"\}/)
  expect(await run('read_original', '{}')).toMatch(/^The argument `number` is missing\./)
  expect(await run('read_original', { number: 'x' })).toBe('There is no such message.')
})

test('only what is the number of a message is read', async () => {
  const chat = await chatAbout('The port is 8417.')
  for (const number of ['0', '#0', ' #0 ']) expect(await chat.read(number)).toContain('8417')
  for (const number of ['-0', '-1', '0.5', 'a0', '']) expect(await chat.read(number)).toBeUndefined()
})

test('the definitions are what the SDKs take as tools', async () => {
  const chat = await chatAbout('Hi')
  expectTypeOf(chat.recallTools('anthropic').definitions[0]).toExtend<Anthropic.ToolUnion | undefined>()
  expectTypeOf(chat.recallTools('openai-chat').definitions[0]).toExtend<OpenAI.ChatCompletionTool | undefined>()
  expectTypeOf(chat.recallTools('openai-responses').definitions[0]).toExtend<OpenAI.Responses.Tool | undefined>()
})

test('a format that is not known is told in plain words, and has no tools', async () => {
  const events: ContextEvent[] = []
  const chat = await chatAbout('Hi', events)
  expect(chat.recallTools('gemini' as 'anthropic').definitions).toEqual([])
  const { passed } = await chat.prepare(host.body([host.user('Hi')]), { format: 'gemini' as 'anthropic' })
  expect(passed).toBeUndefined()
  const message = 'The format "gemini" is not known. Known are anthropic, openai-chat, openai-responses, ai-sdk.'
  expect(events).toEqual([0, 1].map(() => ({ kind: 'problem', at: 'options', message })))
})
