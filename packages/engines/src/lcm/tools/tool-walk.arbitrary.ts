import type { Message } from '@palimpsest/core/message'
import { assistant, call, exchange, result, user } from '@palimpsest/core/testing'
import { createLcmToolStand, type LcmToolStand, tinyBudget } from './lcm-tool-stand.arbitrary.ts'

/** A message of every shape that there is. */
export const oddMessages: readonly Message[] = [
  user('plain, with \u0000 a NUL,\r\n line ends and 漢😀'),
  {
    role: 'user',
    listed: true,
    parts: [
      { type: 'text', text: 'two' },
      { type: 'text', text: '\nparts' },
    ],
  },
  {
    role: 'user',
    parts: [
      { type: 'text', text: 'Look:', breakpoint: { ttl: '1h' } },
      { type: 'image', detail: 'low', source: { kind: 'data', data: 'QUJD'.repeat(50), mediaType: 'image/png' } },
      { type: 'file', name: 'a.pdf', source: { kind: 'url', url: 'https://files.example/a.pdf' } },
      { type: 'file', source: { kind: 'file', fileId: 'file-9' } },
    ],
  },
  {
    role: 'assistant',
    model: 'some-model',
    residue: { format: 'anthropic', fields: { stop: null, deep: [{ a: [1, 2.5, -0.1e-7] }] } },
    parts: [
      { type: 'thinking', text: 'Hm.', signature: 'c2ln' },
      { type: 'thinking', text: '', redacted: 'ZGF0YQ==' },
      { type: 'text', text: 'No.', refusal: true },
      { ...call('write_file', {}, 'w'), arguments: '{ "path":"a.ts",  "content":"\\u00e9\\n" , }' },
      { ...call('apply', {}, 'f'), arguments: '*** free\n"text', freeform: true },
    ],
  },
  result('w', 'written', { isError: true }),
  result('f', ''),
  {
    role: 'assistant',
    parts: [{ type: 'opaque', format: 'openai-responses', value: { type: 'x', of: [null, '\ud800'] } }],
  },
  user('half \ud83d of a character'),
]

/** Much that is said in between, so that it is compacted. */
export function dullMessages(from: number, count: number): readonly Message[] {
  return Array.from({ length: count }, (_, i) => from + i).flatMap((n) => [
    user(`Step ${n}: change module ${n} of the billing service and run its tests again, please.`),
    ...exchange('terminal', `module ${n}: ${'all of its checks passed in the usual order. '.repeat(12)}`, `c${n}`),
    assistant(`Module ${n} is done: it now rounds half to even and keeps the sign of zero.`),
  ])
}

/** Some dozens of messages of every kind, compacted so many times. */
export async function longStand(rounds: number): Promise<LcmToolStand> {
  const stand = await createLcmToolStand()
  await stand.say(oddMessages)
  for (let round = 0; round < rounds; round++) {
    await stand.say(dullMessages(round * 20, 20))
    await stand.compress(tinyBudget())
  }
  return stand
}

/** Reads a message page by page. */
export async function readWhole(stand: LcmToolStand, input: object, limit: number): Promise<string> {
  let text = ''
  let offset: string | undefined = '0'
  for (let page = 0; offset !== undefined && page < 500; page++) {
    const reply = await stand.tool('lcm_read', { ...input, offset, limit })
    text += reply.body
    offset = reply.next
  }
  return text
}

/** All hits of a search, page by page. */
export async function pagedGrep(
  stand: LcmToolStand,
  input: object,
): Promise<{ readonly hits: readonly string[]; readonly body: string }> {
  const hits: string[] = []
  let body = ''
  let cursor: string | undefined
  for (let page = 0; page < 1_000; page++) {
    const reply = await stand.tool('lcm_grep', { ...input, ...(cursor !== undefined && { cursor }) })
    hits.push(...[...reply.body.matchAll(/^ {2}(#\d+) /gm)].map(([, at = '']) => at))
    body += reply.body
    cursor = reply.next
    if (cursor === undefined) return { hits, body }
  }
  throw new Error('the pages never end')
}

/** A whole layer below a node, page by page. */
export async function expandAll(stand: LcmToolStand, node: string, maxTokens = 4_000): Promise<string> {
  let text = ''
  let cursor: string | undefined
  for (let page = 0; page < 2_000; page++) {
    const reply = await stand.tool('lcm_expand', {
      node,
      max_tokens: maxTokens,
      ...(cursor !== undefined && { cursor }),
    })
    text += `${reply.body}\n\n`
    cursor = reply.next
    if (cursor === undefined) return text
  }
  throw new Error('the pages never end')
}
