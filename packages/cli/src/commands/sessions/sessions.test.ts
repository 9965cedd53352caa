import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonl } from '../../testing/binary.ts'
import { createStoreDesk, sampleTalk } from '../../testing/store-desk.ts'

const { on, here, json, imported, palimpsest, file, folder, clear } = createStoreDesk()
afterAll(clear)

let chatId = ''
let talkId = ''

beforeAll(async () => {
  chatId = await imported(file('chat.jsonl', jsonl))
  talkId = await imported(file('talk.json', JSON.stringify(sampleTalk)))
})

function linesOf(text: string): readonly unknown[] {
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('the built command', () => {
  test('keeps a transcript under PALIMPSEST_HOME, finds in it, reads it to the byte, and proves the store sound', () => {
    process.env.PALIMPSEST_HOME = join(folder, 'home')
    try {
      const { code, out: id } = palimpsest(['sessions', 'import', 'talk.json', '--title', 'Named'])
      expect([code, existsSync(join(folder, 'home', 'state.db'))]).toEqual([0, true])
      const list = palimpsest(['sessions', 'list']).out
      expect([list.includes(id.trim()), list.includes('Named')]).toEqual([true, true])
      const { hits } = JSON.parse(palimpsest(['recall', 'padded', '--json']).out)
      expect(palimpsest(['read', hits[0].id])).toEqual({ code: 0, out: sampleTalk[2]?.content, err: '' })
      expect(palimpsest(['verify'])).toMatchObject({ code: 0, err: '' })
    } finally {
      delete process.env.PALIMPSEST_HOME
    }
  })

  test('reads standard input, be it a transcript or an exported conversation', async () => {
    const dump = on(['sessions', 'export', talkId]).out
    const back = palimpsest(['sessions', 'import', '-', '--db', 'pipe.db'], dump)
    expect([back.code, back.out]).toEqual([0, `${talkId}\n`])
    const other = JSON.stringify(sampleTalk.slice(1))
    expect(palimpsest(['sessions', 'import', '-', '--db', 'pipe.db'], other).code).toBe(0)
    expect((await json(['sessions', 'list'], 'pipe.db')).conversations).toHaveLength(2)
  })
})

describe('import and export', () => {
  test('a transcript becomes a conversation of one session, and its id is printed', async () => {
    expect(chatId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const { conversation, sessions, messages } = await json(['sessions', 'show', chatId])
    expect(conversation).toMatchObject({ id: chatId, title: '看看这个文件', messages: 5, sessions: 1 })
    expect(sessions).toMatchObject([{ kind: 'root', model: 'claude-sonnet-5', nextSeq: 5 }])
    expect(messages.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3, 4])
  })

  test('a transcript comes back in its format as it was, header and unknown fields included', async () => {
    const { code, out, err } = await here(['sessions', 'export', chatId, '--to', 'openai-chat'])
    expect([code, err]).toEqual([0, ''])
    expect(linesOf(out)).toEqual(linesOf(jsonl))
  })

  test('what a format cannot say is told, and refused with --strict', async () => {
    const told = await here(['sessions', 'export', chatId, '--to', 'anthropic'])
    expect([told.code, told.err]).toEqual([0, expect.stringContaining('anthropic cannot say: thinking (1)')])
    const refused = await here(['sessions', 'export', chatId, '--to', 'anthropic', '--strict'])
    expect(refused).toMatchObject({ code: 1, out: '' })
  })

  test('an exported conversation is read back the same, and reading it again changes nothing', async () => {
    const dump = join(folder, 'dump.jsonl')
    expect(await here(['sessions', 'export', talkId, '--out', dump])).toEqual({ code: 0, out: '', err: '' })
    for (const _ of ['first', 'again']) {
      expect(await imported('dump.jsonl', 'other.db')).toBe(talkId)
      expect((await here(['sessions', 'export', talkId], 'other.db')).out).toBe(readFileSync(dump, 'utf8'))
    }
    expect((await json(['sessions', 'list'], 'other.db')).conversations).toHaveLength(1)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('says so when the output cannot be written', async () => {
    const { code, err } = await here(['sessions', 'export', talkId, '--out', join(folder, 'no/such/folder/x')])
    expect([code, err]).toEqual([1, expect.stringContaining('no/such/folder/x cannot be written (ENOENT)')])
  })
})

describe('looking', () => {
  test('list shows the newest activity first, and says when there is more', async () => {
    const { conversations, more } = await json(['sessions', 'list', '--limit', '1'])
    expect([conversations.map(({ id }: { id: string }) => id), more]).toEqual([[talkId], true])
    const { code, out, err } = await here(['sessions', 'list'])
    expect([code, err, out.indexOf(talkId) < out.indexOf(chatId)]).toEqual([0, '', true])
  })

  test('show prints the last messages in one line each, without control characters', async () => {
    const { code, out } = await here(['sessions', 'show', talkId, '--limit', '2'])
    expect(code).toBe(0)
    expect(out).toContain('4 messages in 1 session')
    expect(out).toMatch(/#2 {2}user +padded üñí 🚀 text/)
    expect(out).not.toContain('#1')
    expect(out).not.toContain('\r')
  })

  test('a conversation is found by how its id begins, or by a session', async () => {
    const { id } = (await json(['sessions', 'show', talkId])).sessions[0]
    for (const text of [id, talkId.slice(0, -2), id.slice(0, -2)]) {
      expect((await json(['sessions', 'show', text])).conversation.id).toBe(talkId)
    }
  })

  test.each([
    ['017', /"017" is too short for an id\n.*4 characters/],
    ['zzzz', /there is no conversation and no session "zzzz"\n.*sessions list/],
  ])('the id %s is refused with a remedy', async (id, message) => {
    for (const command of ['show', 'lineage', 'export', 'undo', 'delete']) {
      const { code, out, err } = await here(['sessions', command, id])
      expect([code, out, err]).toEqual([2, '', expect.stringMatching(message)])
    }
  })

  test('an id that begins like several is refused with what they are', async () => {
    const common = [...talkId].findIndex((character, i) => character !== chatId[i])
    const { code, err } = await here(['sessions', 'show', talkId.slice(0, Math.max(4, common))])
    expect([code, err]).toEqual([2, expect.stringContaining('is the beginning of 2 ids')])
    expect(err).toContain(chatId)
  })
})
