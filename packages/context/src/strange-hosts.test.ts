import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createContext } from './create-context.ts'
import { aiSdkHost, anthropicHost, chatHost, responsesHost, type TestHost, words } from './host.arbitrary.ts'
import type { ContextEvent } from './options/context-options.ts'

/** A picture of one dot. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = `data:image/png;base64,${dot}`
const both = [0, 1]

/** What a step of a host adds to its history that few hosts have. */
const strange: readonly (readonly [string, TestHost, (step: number) => readonly object[]])[] = [
  [
    'pictures in the results of parallel calls',
    anthropicHost,
    (i) => [
      {
        role: 'assistant',
        content: both.map((k) => ({ type: 'tool_use', id: `c${i}_${k}`, name: 'read', input: { path: `${i}` } })),
      },
      {
        role: 'user',
        content: both.map((k) => ({
          type: 'tool_result',
          tool_use_id: `c${i}_${k}`,
          content: [
            { type: 'text', text: words(i * 2 + k, 80) },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: dot } },
          ],
        })),
      },
    ],
  ],
  [
    'a system that speaks in the middle, results without content and words behind results',
    anthropicHost,
    (i) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `c${i}`, name: 'read', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: `c${i}`, is_error: true, content: 'no such file' },
          { type: 'text', text: words(i, 60) },
        ],
      },
      ...(i % 3 === 0 ? [{ role: 'system', content: `The mode is ${i} now.` }] : []),
      { role: 'assistant', content: words(i + 100, 60) },
      { role: 'user', content: `Go on with ${i}.` },
    ],
  ],
  [
    'developers, empty answers with calls, and pictures',
    chatHost,
    (i) => [
      { role: i % 2 === 0 ? 'developer' : 'system', content: `Note ${i}.` },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look.' },
          { type: 'image_url', image_url: { url: picture } },
        ],
      },
      {
        role: 'assistant',
        content: i % 2 === 0 ? '' : null,
        tool_calls: both.map((k) => ({
          id: `c${i}_${k}`,
          type: 'function',
          function: { name: 'read', arguments: '{}' },
        })),
      },
      ...both.map((k) => ({ role: 'tool', tool_call_id: `c${i}_${k}`, content: words(i * 2 + k, 100) })),
    ],
  ],
  [
    'sealed reasoning, parallel calls, pictures in results, and a developer',
    responsesHost,
    (i) => [
      { type: 'reasoning', id: `rs_${i}`, summary: [], encrypted_content: `sealed-${words(i, 20)}` },
      ...both.map((k) => ({
        ...{ type: 'function_call', id: `fc_${i}_${k}`, call_id: `c${i}_${k}`, name: 'read', arguments: '{}' },
        status: 'completed',
      })),
      ...both.map((k) => ({
        type: 'function_call_output',
        call_id: `c${i}_${k}`,
        output:
          k === 0
            ? words(i, 100)
            : [
                { type: 'input_text', text: words(i + 50, 60) },
                { type: 'input_image', detail: 'auto', image_url: picture },
              ],
      })),
      ...(i % 4 === 0 ? [{ role: 'developer', content: `Note ${i}.` }] : []),
    ],
  ],
  [
    'reasoning, parallel calls, pictures in results, and empty texts',
    aiSdkHost,
    (i) => [
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'Hm.', providerOptions: { openai: { itemId: `rs_${i}` } } },
          { type: 'text', text: '' },
          ...both.map((k) => ({ type: 'tool-call', toolCallId: `c${i}_${k}`, toolName: 'read', input: {} })),
        ],
      },
      {
        role: 'tool',
        content: both.map((k) => ({
          ...{ type: 'tool-result', toolCallId: `c${i}_${k}`, toolName: 'read' },
          output:
            k === 0
              ? { type: 'json', value: { text: words(i, 80) } }
              : {
                  type: 'content',
                  value: [
                    { type: 'text', text: words(i + 50, 60) },
                    { type: 'image-data', data: dot, mediaType: 'image/png' },
                  ],
                },
        })),
      },
    ],
  ],
]

/** Hundreds of tools, as a host with many servers of them has. */
function manyTools({ format }: TestHost): readonly object[] {
  return Array.from({ length: 200 }, (_, i) => {
    const [name, description, schema] = [`tool_${i}`, `Does ${i}.`, { type: 'object', properties: {} }]
    if (format === 'anthropic') return { name, description, input_schema: schema }
    if (format === 'openai-chat') return { type: 'function', function: { name, description, parameters: schema } }
    return { type: 'function', name, description, [format === 'ai-sdk' ? 'inputSchema' : 'parameters']: schema }
  })
}

test.each(strange)('a host with %s gets sound bodies beyond its window', async (_, host, step) => {
  const store = createMemoryStore()
  const events: ContextEvent[] = []
  const opened = () => createContext({ store, contextLength: 20_000, onEvent: (event) => events.push(event) })
  let context = await opened()
  const history: object[] = [host.user('Do all of it, and never touch secrets.txt.')]
  for (let i = 0; i < 20; i++) {
    if (i === 10) {
      await context.close()
      context = await opened()
    }
    history.push(...step(i))
    const given = host.body([...history], { tools: manyTools(host) })
    expect(host.faults(given), `what the host sends at step ${i}`).toEqual([])
    const { body, passed } = await context.conversation('c').prepare(given)
    expect(passed).toBeUndefined()
    expect(host.faults(body), `step ${i}`).toEqual([])
  }
  await context.close()
  expect(events.filter(({ kind }) => kind === 'problem')).toEqual([])
  expect(events.some(({ kind }) => kind === 'compacted')).toBe(true)
  expect(await store.conversations()).toHaveLength(1)
})
