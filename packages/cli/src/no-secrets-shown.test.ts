import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createChatDesk, piped } from './chat/chat-desk.arbitrary.ts'
import { createStoreDesk } from './testing/store-desk.ts'

const { here, json, imported, palimpsest, file, folder, clear } = createStoreDesk()
afterAll(clear)

const anthropicKey = `sk-ant-api03-${'aB3dE6gH9jK2'.repeat(7)}AA`
const githubToken = `ghp_${'aB3dE6gH9jK2'.repeat(3)}`
const password = 'hunter2-Xk9-secret'
/** As much of each as tells it: a preview that ends inside of a secret shows half of it. */
const beginnings = ['sk-ant-api03-aB3d', 'ghp_aB3d', 'hunter2']

const command = `curl -H "Authorization: Bearer ${githubToken}" https://example.com`
const call = { name: 'bash', arguments: JSON.stringify({ command }) }
const login = { name: 'login', arguments: JSON.stringify({ password }) }
const talk = [
  { role: 'user', content: `Deploy with ${anthropicKey} please` },
  { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'function', function: call }] },
  { role: 'tool', tool_call_id: 'a', content: `ANTHROPIC_API_KEY=${anthropicKey}\n`.repeat(9) },
  { role: 'assistant', content: null, tool_calls: [{ id: 'b', type: 'function', function: login }] },
  { role: 'tool', tool_call_id: 'b', content: 'welcome\n'.repeat(50) },
  { role: 'assistant', content: `The words before it just let the hint end in it: ${githubToken}` },
]
let id = ''

beforeAll(async () => {
  id = await imported(file('talk.json', JSON.stringify(talk)))
})

function expectNoSecret(text: string): void {
  for (const beginning of beginnings) expect(text).not.toContain(beginning)
  expect(text).toContain('[REDACTED]')
}

describe('no secret is shown', () => {
  test.each([[[]], [['--json']], [['--json', '--largest', '6']]])('by context %j', (args) => {
    const { code, out } = palimpsest(['context', 'talk.json', ...args])
    expect(code).toBe(0)
    expectNoSecret(out)
  })

  test.each([
    [['sessions', 'list']],
    [['sessions', 'show', 'ID']],
    [['sessions', 'lineage', 'ID']],
    [['sessions', 'search', 'welcome']],
    [['sessions', 'search', 'deploy']],
    [['recall', 'deploy']],
    [['usage', 'ID']],
  ])('by %j, for people and for scripts', async (args) => {
    const command = args.map((arg) => (arg === 'ID' ? id : arg))
    for (const more of [[], ['--json']]) {
      const { code, out } = await here([...command, ...more])
      expect(code).toBe(0)
      expectNoSecret(out)
    }
  })

  test('by the question whether to delete it', async () => {
    const other = await imported('talk.json', 'other.db')
    expectNoSecret((await here(['sessions', 'delete', other], 'other.db', 'n\n')).err)
  })

  test('by a title that was given, or that another database made', async () => {
    const made = await here(
      ['sessions', 'import', join(folder, 'talk.json'), '--title', `for ${githubToken}`],
      'named.db',
    )
    const { out: dump } = await here(['sessions', 'export', made.out.trim()], 'named.db')
    expect(JSON.parse(dump.split('\n')[0] ?? '')).toMatchObject({ conversation: { title: 'for [REDACTED]' } })
    file('dump.jsonl', dump.replace('for [REDACTED]', `for ${githubToken}`))
    const back = await here(['sessions', 'import', join(folder, 'dump.jsonl'), '--json'], 'back.db')
    expect(back.code).toBe(0)
    expectNoSecret(back.out)
    expectNoSecret((await here(['sessions', 'list'], 'back.db')).out)
  })

  test('by an error that quotes what was typed', async () => {
    expectNoSecret((await here(['sessions', 'show', githubToken])).err)
  })
})

test.each(['context', 'replay', 'compress'])(
  '%s tells the name of a model without secrets or signs for the terminal',
  (name) => {
    const model = `\u001b]0;title\u0007acme-${githubToken}`
    file('named.json', JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }))
    const { code, out, err } = palimpsest([name, 'named.json', ...(name === 'compress' ? ['--dry-run'] : [])])
    expect(code).toBe(0)
    expectNoSecret(out + err)
    for (const sign of ['\u001b', '\u0007']) expect(out + err).not.toContain(sign)
  },
)

test('an original is still read byte for byte', async () => {
  const { hits } = await json(['recall', 'deploy'])
  expect((await here(['read', hits[0].id])).out).toBe(talk[0]?.content)
})

test('what is not secret is shown as it is', async () => {
  const { conversations } = await json(['sessions', 'list'])
  expect(conversations).toMatchObject([{ title: 'Deploy with [REDACTED] please' }])
})

test.each([['run'], ['chat']])(
  '%s writes none to a log: neither with a call nor with a question that nobody can answer',
  async (verb) => {
    const content = `GITHUB_TOKEN=${githubToken}\n`
    const desk = await createChatDesk([
      {
        calls: [
          { name: 'terminal', input: { command } },
          { name: 'write_file', input: { path: '.env', content } },
          { name: 'patch', input: { path: 'c.env', edits: [{ old: 'debug', new: 'DEBUG' }] } },
        ],
      },
      'Done.',
    ])
    writeFileSync(join(desk.folder, 'c.env'), `debug ${content}`)
    const args = [verb, ...(verb === 'run' ? ['Hello.'] : []), ...desk.args.slice(1)]
    const { out, err } = await piped({ ...desk, args }, 'Hello.\n')
    expect(out).toContain('Done.')
    expect(err).toContain('write_file')
    expectNoSecret(err)
  },
)
