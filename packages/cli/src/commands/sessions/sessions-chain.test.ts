import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../../compose.ts'
import { createStoreDesk } from '../../testing/store-desk.ts'

const { here, json, folder, clear } = createStoreDesk()
afterAll(clear)

const root = sessionId('root-session')
const continuation = sessionId('continued-session')
const branch = sessionId('branch-session')
const chain = conversationId('chain-conversation')
const aside = conversationId('aside-conversation')

let db = ''
let copies = 0

beforeEach(() => {
  copies += 1
  db = `chain-${copies}.db`
  copyFileSync(join(folder, 'chain.db'), join(folder, db))
})

beforeAll(async () => {
  const store = await openStore(join(folder, 'chain.db'))
  await store.begin({ id: root, conversation: chain, at: 1000, title: 'Chain' })
  await store.append(root, 0, ['one', 'two', 'three'].map(entry), 2000)
  await store.begin({
    id: branch,
    conversation: aside,
    at: 3000,
    title: 'Aside',
    from: { kind: 'branch', parent: root },
  })
  await store.append(branch, 0, [entry('apart')], 3500)
  const standsFor = [entryId('entry-one'), entryId('entry-two')]
  await store.compact({
    session: root,
    basedOnSeq: 2,
    continuation,
    view: [{ kind: 'made', id: entryId('made-entry'), message: said('so far'), standsFor }],
    at: 4000,
  })
  await store.append(continuation, 2, [entry('four')], 5000)
  await store.end()
})

function said(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] }
}

function entry(text: string) {
  return { id: entryId(`entry-${text}`), message: said(text) }
}

describe('a chain', () => {
  test('is drawn with its branches', async () => {
    const { code, out } = await here(['sessions', 'lineage', 'chain'], db)
    const lines = out.split('\n')
    expect([code, lines[0]]).toEqual([0, 'Chain  chain-conversation'])
    expect(lines[1]).toMatch(/^├─ root-session {2}beginning .* compacted {2}3 messages$/)
    expect(lines[2]).toMatch(/^│ {4}├ Aside {2}aside-conversation {2}\(branch of root-session\)$/)
    expect(lines[3]).toMatch(/^│ {4}│ └─ branch-session {2}branch .* live {2}1 message$/)
    expect(lines[4]).toMatch(/^└─ continued-session {2}goes on .* live$/)
    expect(lines[5]).toBe('       3 messages, 2 taken over')
  })

  test('is one JSON document when asked for', async () => {
    expect(await json(['sessions', 'lineage', 'continued'], db)).toMatchObject({
      conversation: { id: chain },
      sessions: [
        { session: { id: root }, children: [{ conversation: { id: aside }, sessions: [{ session: { id: branch } }] }] },
        { session: { id: continuation }, children: [] },
      ],
    })
  })

  test('shows what the model sees, and marks what was made', async () => {
    const { out } = await here(['sessions', 'show', 'chain'], db)
    expect(out).toMatch(/made {2}user +so far\n +#2 {2}user +three\n +#3 {2}user +four\n/)
  })

  test('is exported to a transcript in its original words', async () => {
    const { out } = await here(['sessions', 'export', 'chain', '--to', 'openai-chat'], db)
    expect(JSON.parse(out).messages.map(({ content }: { content: string }) => content)).toEqual([
      'one',
      'two',
      'three',
      'four',
    ])
  })

  test('survives export and import whole', async () => {
    const file = join(folder, `${db}.jsonl`)
    await here(['sessions', 'export', 'chain', '--out', file], db)
    expect((await here(['sessions', 'import', file], `copy-${db}`)).out).toBe('chain-conversation\n')
    expect((await json(['sessions', 'show', 'chain'], `copy-${db}`)).sessions).toEqual(
      (await json(['sessions', 'show', 'chain'], db)).sessions,
    )
    expect((await here(['verify'], `copy-${db}`)).code).toBe(0)
  })
})

describe('undo', () => {
  test('takes the newest compaction back, keeps what was said since, and has nothing more to undo', async () => {
    expect(await here(['sessions', 'undo', 'chain'], db)).toEqual({
      code: 0,
      out: 'The compaction continued-session is undone; root-session goes on with 4 messages.\n',
      err: '',
    })
    expect((await json(['sessions', 'show', 'chain'], db)).messages).toMatchObject(
      ['one', 'two', 'three', 'four'].map((text, index) => ({ index, message: said(text) })),
    )
    const again = await here(['sessions', 'undo', 'chain'], db)
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('has no compaction to undo')])
    expect((await here(['verify'], db)).code).toBe(0)
  })
})

describe('delete', () => {
  test('wants --yes where nobody can be asked', async () => {
    const { code, err } = await here(['sessions', 'delete', 'chain'], db)
    expect([code, err]).toEqual([2, expect.stringMatching(/no terminal to ask on\n.*--yes/)])
    expect((await here(['sessions', 'show', 'chain'], db)).code).toBe(0)
  })

  test.each([
    ['y\n', 0],
    ['n\n', 1],
    ['\n', 1],
  ])('asks on a terminal; the answer %j gives %i', async (answer, expected) => {
    const { code, err } = await here(['sessions', 'delete', 'aside'], db, answer)
    expect([code, err]).toEqual([
      expected,
      expect.stringMatching(/Delete conversation \S+ \("Aside"\) with 1 message for good\? \[y\/N\] /),
    ])
    const { conversations } = await json(['sessions', 'list'], db)
    expect(conversations).toHaveLength(expected === 0 ? 1 : 2)
  })

  test('removes one conversation and nothing else', async () => {
    expect((await here(['sessions', 'delete', 'aside', '--yes'], db)).code).toBe(0)
    expect((await json(['recall', 'apart'], db)).hits).toEqual([])
    expect((await json(['recall', 'four'], db)).hits).toHaveLength(1)
    expect((await here(['sessions', 'delete', 'aside', '--yes'], db)).code).toBe(2)
    expect((await here(['verify'], db)).code).toBe(0)
  })
})
