import { Failure } from '@palimpsest/core/errors'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type SearchHit, sessionId } from '@palimpsest/core/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ArchivePort } from '../agent-tool.ts'
import { createStand, type Stand } from '../tool-stand.arbitrary.ts'
import { memory } from './memory.ts'
import { readOriginal } from './read-original.ts'
import { recall } from './recall.ts'

let stand: Stand
beforeAll(() => {
  stand = createStand()
})
afterAll(() => stand.remove())

const texts = ['first', 'a needle in\n  the hay 漢😀\r\n\u001b[0m'.repeat(3_000)]

function hit(index: number, snippet: string): SearchHit {
  const ids = { id: entryId(`e${index}`), conversation: conversationId('c'), session: sessionId('s') }
  return { ...ids, role: 'tool', index, at: Date.UTC(2026, 0, 2, 3, 4), score: 1, snippet }
}

const archive: ArchivePort = {
  recall: async (query, limit) => {
    const hits = texts.flatMap((text, index) => (text.includes(query) ? [hit(index, text.slice(0, 200))] : []))
    return { hits: hits.slice(0, limit), searched: texts.length, capped: hits.length > limit }
  },
  readOriginal: async (name, offset, limit) => {
    const index = typeof name === 'number' ? name : Number(name.slice(1))
    const all = texts[index] === undefined ? undefined : [...texts[index]]
    if (all === undefined) return undefined
    const end = Math.min(all.length, offset + limit)
    const page = { id: `e${index}`, index, role: 'tool', text: all.slice(offset, end).join('') } as const
    return { ...page, totalChars: all.length, ...(end < all.length && { nextOffset: end }) }
  },
}
const run = (tool: typeof recall, input: object) => stand.run(tool, input, { archive })

test('recall tells numbers, words and how much was searched', async () => {
  const { text } = await run(recall, { query: 'needle' })
  expect(text).toMatch(/^#1 tool, 2026-01-02 03:04 UTC: a needle in the hay /)
  expect(text).toContain('[1 hit; 2 messages of this conversation searched. read_original gives the whole.]')
})

test('recall says when it found nothing, and when there is more', async () => {
  expect((await run(recall, { query: 'absent' })).text).toContain('[Nothing found; 2 messages')
  expect((await run(recall, { query: '', limit: 1 })).isError).toBe(true)
  expect((await run(recall, { query: 'i', limit: 1 })).text).toContain('there are more')
})

test('an original comes back to the byte, over as many pages as it takes', async () => {
  let text = ''
  let offset = 0
  for (let page = 0; page < 50; page++) {
    const result = (await run(readOriginal, { message: '#1', offset, limit: 5_000 })).text
    text += result.slice(result.indexOf('\n') + 1, result.lastIndexOf('\n['))
    const next = /\[Read on with offset (\d+)\.\]$/.exec(result)?.[1]
    if (next === undefined) break
    offset = Number(next)
  }
  expect(text).toBe(texts[1])
})

test.each(['0', '#0', 0, 'message 0', 'e0', ' #0 '])('an original is named by %j', async (message) => {
  expect((await run(readOriginal, { message })).text).toBe('[#0, tool, characters all 5]\nfirst\n[The end.]')
})

test('a message that is not there, or ended before, is told', async () => {
  expect((await run(readOriginal, { message: '#9' })).text).toContain('no message #9')
  expect((await run(readOriginal, { message: '#0', offset: 5 })).text).toContain('past its end')
})

test('an archive that cannot serve is an error of the call, not of the turn', async () => {
  const broken: ArchivePort = {
    ...archive,
    recall: async () => {
      throw new Failure('store/unavailable', 'The database is locked.', { cause: 'busy', retry: true })
    },
  }
  const result = await stand.run(recall, { query: 'x' }, { archive: broken })
  expect(result).toEqual({ text: 'The database is locked.', isError: true })
})

test('where kept outputs cannot be searched, what was said is found all the same', async () => {
  const broken: ArchivePort = {
    ...archive,
    recallKept: async () => {
      throw new Error('spawn rg ENOENT')
    },
  }
  const { text, isError } = await stand.run(recall, { query: 'first' }, { archive: broken })
  expect(isError).toBeUndefined()
  expect(text).toContain('(kept outputs could not be searched)')
})

test('what reads the archive is never spilled', () => {
  expect([recall.limits.neverSpilled, readOriginal.limits.neverSpilled]).toEqual([true, true])
})

test('memory hands over one change and tells the room left', async () => {
  const { text } = await stand.run(memory, { action: 'add', text: ' Uses pnpm. ' })
  expect(text).toBe('Added to MEMORY.md (100 bytes of 8.0 KB used).')
  await stand.run(memory, { action: 'replace', file: 'USER.md', old: 'pnpm', text: 'Uses bun.' })
  await stand.run(memory, { action: 'remove', old: 'bun' })
  expect(stand.remembered).toEqual([
    { file: 'MEMORY.md', change: { kind: 'add', text: 'Uses pnpm.' } },
    { file: 'USER.md', change: { kind: 'replace', old: 'pnpm', text: 'Uses bun.' } },
    { file: 'MEMORY.md', change: { kind: 'remove', old: 'bun' } },
  ])
})

test('memory names the field that is missing, and passes a refusal on', async () => {
  expect((await stand.run(memory, { action: 'add' })).text).toContain('`text`')
  expect((await stand.run(memory, { action: 'remove' })).text).toContain('`old`')
  expect((await stand.run(memory, { action: 'forget', text: 'x' })).text).toContain('action')
  stand.memoryAnswer = { kind: 'refused', reason: 'full' }
  expect(await stand.run(memory, { action: 'add', text: 'x' })).toEqual({
    text: 'MEMORY.md was not changed: full',
    isError: true,
  })
})
