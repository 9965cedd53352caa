import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createContext } from '../create-context.ts'
import { anthropicHost as host, words } from '../host.arbitrary.ts'

const window = 32_000

/** What goes out for a history, and whether it was compacted for it. */
async function prepared(histories: readonly (readonly object[])[]) {
  const context = await createContext({ store: createMemoryStore(), contextLength: window })
  const chat = context.conversation('c')
  let last = await chat.prepare(host.body([host.user('Begin.')]))
  for (const history of histories) last = await chat.prepare(host.body([...history]))
  await context.close()
  expect(host.faults(last.body)).toEqual([])
  return { text: JSON.stringify(host.historyOf(last.body)), isCompacted: last.receipt !== undefined }
}

const start = host.user('Read all files.')
const step = (n: number, text: string) => [...host.calls(`call_${n}`).kept, host.result(`call_${n}`, text)]
/** Some tokens for each word. */
const giant = `${words(99, 8_000)} the very end`

test('what no model has read yet stays whole as long as the window has room for it', async () => {
  const question = await prepared([[host.user(giant)]])
  expect(question).toMatchObject({ isCompacted: false, text: expect.stringContaining('the very end') })
  const result = await prepared([[start, ...step(0, giant)]])
  expect(result).toMatchObject({ isCompacted: false, text: expect.stringContaining('the very end') })
})

test('a compaction clears what was read, and leaves what was not', async () => {
  const read = Array.from({ length: 14 }, (_, n) => step(n, words(n, 600))).flat()
  const { text, isCompacted } = await prepared([
    [start, ...read, ...step(14, words(14, 4_000)), ...step(15, `${words(15, 3_000)} the very end`)],
  ])
  expect(isCompacted).toBe(true)
  expect(text).toContain(`${words(15, 3_000)} the very end`)
  expect(text).not.toContain(words(14, 4_000))
})

test('once it was answered it may be shortened', async () => {
  const read = [start, ...step(0, giant), ...host.calls('call_1').kept, host.result('call_1', 'done')]
  const { text, isCompacted } = await prepared([[start, ...step(0, giant)], read])
  expect(isCompacted).toBe(true)
  expect(text).not.toContain('the very end')
})

test('what would not fit the window is shortened, read or not', async () => {
  const { text, isCompacted } = await prepared([[start, ...step(0, words(0, 30_000))]])
  expect(isCompacted).toBe(true)
  expect(text.length).toBeLessThan(window * 4)
})
