import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, onTestFinished, test } from 'vitest'
import { createContext } from '../create-context.ts'
import { anthropicHost as host } from '../host.arbitrary.ts'
import type { ContextEvent, ContextOptions } from './context-options.ts'

/** A context with options as JavaScript hands them over, and what was said about them. */
async function contextWith(options: object) {
  const events: ContextEvent[] = []
  const onEvent = (event: ContextEvent) => events.push(event)
  const context = await createContext({ store: createMemoryStore(), ...options, onEvent } as ContextOptions)
  const problems = () => events.flatMap((event) => (event.kind === 'problem' ? [event] : []))
  return { context, problems }
}

const body = host.body([host.user('Hi')])

test.each([
  [{ compression: { threshold: 50 } }, '`compression.threshold` is 50; allowed is a number above 0 and at most 1'],
  [{ compression: { threshold: 0 } }, '`compression.threshold` is 0'],
  [{ compression: { target_ratio: 0.9 } }, '`compression.target_ratio` is 0.9; allowed is a number of at least 0.1'],
  [
    { compression: { protect_last_n: 0 } },
    '`compression.protect_last_n` is 0; allowed is a whole number of at least 1',
  ],
  [{ compression: { protect_first_n: 1.5 } }, '`compression.protect_first_n` is 1.5'],
  [{ compression: { trigger: 'always' } }, '`compression.trigger` is "always"; allowed is "fraction" or "economic"'],
  [
    { compression: { targetRatio: 0.3 } },
    'no option `compression.targetRatio`, so it does nothing. Write `compression.target_ratio`',
  ],
  [{ compression: 0.5 }, '`compression` is 0.5; allowed is an object'],
  [{ contextlength: 8 }, 'Write `contextLength`'],
  [{ window: 8 }, 'no option `window`, so it does nothing. Known are store, compression, mode, contextLength'],
  [{ contextLength: Number.NaN }, '`contextLength` is NaN; allowed is a number above 0'],
  [{ contextLength: -5 }, '`contextLength` is -5'],
  [{ mode: 'compresss' }, '`mode` is "compresss"; allowed is "off" or "observe" or "compress"'],
  [{ caching: true }, '`caching` is true; allowed is "keep" or "plan"'],
  [{ summarizer: 'claude-haiku-4-5' }, '`summarizer` is "claude-haiku-4-5"; allowed is "none", "main", or { name'],
  [{ summarizer: { name: 'mine' } }, '`summarizer` is an object'],
])('%j is told at once, and the request goes out with the default', async (options, words) => {
  const { context, problems } = await contextWith(options)
  expect(problems()).toEqual([{ kind: 'problem', at: 'options', message: expect.stringContaining(words) }])
  expect(await context.conversation('c').prepare(body)).toMatchObject({ promptTokens: expect.any(Number) })
  expect(problems()).toHaveLength(1)
})

test('options that are allowed, and those that are left undefined, are not remarked on', async () => {
  const compression = { threshold: 1, target_ratio: 0.1, protect_last_n: 1, protect_first_n: 0, trigger: 'economic' }
  const { problems } = await contextWith({ compression, contextLength: 9_000, mode: undefined, summarizer: 'main' })
  expect(problems()).toEqual([])
})

test('a word of the environment that means nothing is told', async () => {
  process.env.PALIMPSEST = 'offf'
  onTestFinished(() => void delete process.env.PALIMPSEST)
  const { problems } = await contextWith({})
  expect(problems()[0]?.message).toBe('PALIMPSEST in the environment is "offf"; allowed are off, observe and compress.')
})

test('a number names a conversation as its text does', async () => {
  const store = createMemoryStore()
  const { context, problems } = await contextWith({ store })
  await context.conversation(7 as unknown as string).prepare(body)
  await context.run(8 as unknown as string, () => {
    expect(context.identify({ format: 'anthropic', body })).toBe('8')
  })
  expect((await store.conversations()).map(({ id }) => id)).toEqual(['context:7'])
  expect(problems()).toEqual([])
})

test.each([undefined, null, '', {}, Number.NaN])('%j names nobody: nobody shares it, and it is told', async (id) => {
  const store = createMemoryStore()
  const { context, problems } = await contextWith({ store })
  const name = id as unknown as string
  await context.conversation(name).prepare(body)
  await context.conversation(name).prepare(body)
  const names = (await store.conversations()).map((conversation) => conversation.id)
  expect(names).toHaveLength(2)
  for (const found of names) expect(found).toMatch(/^context:unnamed-/)
  await context.run('outside', () =>
    context.run(name, () => expect(context.identify({ format: 'anthropic', body })).toMatch(/^auto-/)),
  )
  expect(problems()).toHaveLength(3)
  expect(problems()[0]?.message).toMatch(/^A conversation was named by .* such as "chat-42"\.$/)
})

test('work that returns no promise runs in its conversation, before and after it waits', async () => {
  const { context } = await contextWith({})
  const name = () => context.identify({ format: 'anthropic', body })
  const stream = await context.run('c', () => ({ early: name(), late: Promise.resolve().then(name) }))
  expect([stream.early, await stream.late]).toEqual(['c', 'c'])
  await expect(
    context.run('c', () => {
      throw new Error('broke')
    }),
  ).rejects.toThrow('broke')
})

/** A folder to work and to live in. */
function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-store-'))
  const [before, home] = [process.cwd(), process.env.HOME]
  process.chdir(folder)
  process.env.HOME = join(folder, 'home')
  onTestFinished(() => {
    process.chdir(before)
    process.env.HOME = home
    rmSync(folder, { recursive: true })
  })
  return folder
}

test.skipIf(process.platform === 'win32')('a path that begins with ~/ is in the home folder', async () => {
  const folder = emptyFolder()
  const { context, problems } = await contextWith({ store: '~/x.db' })
  await context.conversation('c').prepare(body)
  await context.close()
  expect(problems()).toEqual([])
  expect([existsSync(join(folder, 'home/x.db')), existsSync(join(folder, '~'))]).toEqual([true, false])
})

test.each(['mysql://me:secret@db/x', 'sqlite:x.db', 'file:///x.db'])(
  'no folder is made for %s, and it is told what a store may be',
  async (store) => {
    const folder = emptyFolder()
    const { context, problems } = await contextWith({ store })
    expect((await context.conversation('c').prepare(body)).passed).toBeUndefined()
    await context.close()
    expect(problems()[0]).toMatchObject({ at: 'store', message: expect.stringContaining('a postgres:// URL') })
    expect(JSON.stringify(problems())).not.toContain('secret')
    expect(existsSync(join(folder, store.split('/')[0] ?? ''))).toBe(false)
  },
)

test('a drive letter is no scheme', async () => {
  emptyFolder()
  const { context, problems } = await contextWith({ store: 'C:x.db' })
  await context.conversation('c').prepare(body)
  await context.close()
  expect(problems()).toEqual([])
})
