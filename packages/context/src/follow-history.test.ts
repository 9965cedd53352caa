import { messageIdentity } from '@palimpsest/core/message'
import { conversationId, type SessionStore } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createContext } from './create-context.ts'
import { anthropicHost as host, words } from './host.arbitrary.ts'
import { loadLines } from './lines/load-lines.ts'
import type { ContextEvent } from './options/context-options.ts'
import { readHistory } from './wire/read-history.ts'

const identities = (history: readonly object[]) => readHistory('anthropic', history).messages.map(messageIdentity)

/** The lines that a store holds of a conversation, by what each message means. */
async function linesIn(store: SessionStore, id = 'c'): Promise<readonly (readonly string[])[]> {
  const { lines } = await loadLines(store, id)
  return lines.map(({ log }) => log.map(({ message }) => messageIdentity(message)))
}

async function storedMessages(store: SessionStore): Promise<number> {
  const conversations = await store.conversations()
  return conversations.reduce((sum, { messages }) => sum + messages, 0)
}

const user = (text: string) => host.user(text)
const says = (text: string) => host.says(text).kept[0] as object

let compactions = 0

async function opened(store = createMemoryStore(), contextLength = 200_000) {
  const onEvent = ({ kind }: ContextEvent) => {
    if (kind === 'compacted') compactions++
  }
  const context = await createContext({ store, contextLength, onEvent })
  return { store, context, chat: context.conversation('c') }
}

describe('a host that', () => {
  test('asks again, or goes back, is answered from what is known', async () => {
    const { store, chat } = await opened()
    const history = [user('one'), says('1'), user('two'), says('2'), user('three')]
    await chat.prepare(host.body(history))
    await chat.prepare(host.body(history))
    await chat.prepare(host.body(history.slice(0, 3)))
    expect(await linesIn(store)).toEqual([identities(history)])
  })

  test('edits a message goes on in a line of its own, which stores only what differs', async () => {
    const { store, chat } = await opened()
    const history = [user('one'), says('1'), user('two'), says('2'), user('three')]
    const edited = [user('one'), says('1'), user('zwei')]
    await chat.prepare(host.body(history))
    await chat.prepare(host.body(edited))
    await chat.prepare(host.body([...edited, says('II'), user('drei')]))
    expect(await linesIn(store)).toEqual([identities(history), identities([...edited, says('II'), user('drei')])])
    expect(await storedMessages(store)).toBe(5 + 3)
  })

  test('deletes a message is understood, and goes on with both', async () => {
    const { store, chat } = await opened()
    const history = [user('one'), says('1'), user('two'), says('2'), user('three')]
    const deleted = history.toSpliced(1, 2)
    await chat.prepare(host.body(history))
    await chat.prepare(host.body(deleted))
    await chat.prepare(host.body([...history, says('3'), user('four')]))
    const lines = await linesIn(store)
    expect(lines).toContainEqual(identities(deleted))
    expect(lines).toContainEqual(identities([...history, says('3'), user('four')]))
    expect(lines).toHaveLength(2)
  })

  test('says the same again and again is aligned by place', async () => {
    const { store, chat } = await opened()
    const history = [user('ok'), says('ok'), user('ok'), says('ok'), user('ok')]
    for (let length = 1; length <= history.length; length += 2) await chat.prepare(host.body(history.slice(0, length)))
    expect(await linesIn(store)).toEqual([identities(history)])
  })

  test('spells a message otherwise each time says it once', async () => {
    const { store, chat } = await opened()
    const marked = (text: string) => ({
      role: 'user',
      content: [{ type: 'text', text, cache_control: { type: 'ephemeral' } }],
    })
    await chat.prepare(host.body([marked('one')]))
    await chat.prepare(host.body([user('one'), says('1'), marked('two')]))
    await chat.prepare(
      host.body([user('one'), { role: 'assistant', content: '1' }, user('two'), says('2'), marked('three')]),
    )
    expect(await linesIn(store)).toEqual([identities([user('one'), says('1'), user('two'), says('2'), user('three')])])
  })

  test('trims what a model said is still the one that heard it', async () => {
    const { store, chat } = await opened()
    await chat.prepare(host.body([user('one')]))
    await chat.observe(host.says('  An answer,\nin two lines. ').reply)
    await chat.prepare(host.body([user('one'), says('An answer, in two lines.'), user('two')]))
    expect(await linesIn(store)).toHaveLength(1)
    expect(await storedMessages(store)).toBe(3)
  })

  test('restarts goes on where it was', async () => {
    const { store, chat, context } = await opened()
    const history = [user('one'), says('1'), user('two')]
    await chat.prepare(host.body(history))
    await context.close()
    const again = await opened(store)
    await again.chat.prepare(host.body([...history, says('2'), user('three')]))
    expect(await linesIn(store)).toEqual([identities([...history, says('2'), user('three')])])
  })

  test('speaks in two processes at once loses nothing, and says nothing twice', async () => {
    const store = createMemoryStore()
    const [one, other] = [await opened(store), await opened(store)]
    const history = [user('one'), says('1'), user('two')]
    await one.chat.prepare(host.body(history))
    await other.chat.prepare(host.body(history))
    const [left, right] = [
      [...history, says('2'), user('left')],
      [...history, says('2'), user('right')],
    ]
    await Promise.all([one.chat.prepare(host.body(left)), other.chat.prepare(host.body(right))])
    const lines = await linesIn(store)
    expect(lines).toHaveLength(2)
    expect(lines).toContainEqual(identities(left))
    expect(lines).toContainEqual(identities(right))
  })
})

test.each([null, undefined, 'Hi', 7, [], {}, [null], { messages: [null] }])(
  '%j is no request, and ends none',
  async (odd) => {
    const { chat, store } = await opened()
    const prepared = await chat.prepare(odd as unknown as object)
    expect(prepared).toMatchObject({ passed: 'unreadable', changed: false })
    expect(prepared.body).toBe(odd)
    await chat.observe(odd as unknown as object)
    expect(await store.conversations()).toEqual([])
  },
)

test('a title asked for beside the conversation passes, and is no part of it', async () => {
  const { store, chat } = await opened()
  await chat.prepare(host.body([user('one'), says('1'), user('two')]))
  const side = host.body([user('Give this chat a title.')], { system: 'You write titles.', tools: [] })
  const { passed, body } = await chat.prepare(side)
  expect(passed).toBe('side-call')
  expect(body).toBe(side)
  expect(await linesIn(store)).toHaveLength(1)
})

test.each([
  ['partial-history', { model: 'gpt-6-sol', input: 'Hi', previous_response_id: 'resp_1' }],
  ['partial-history', { model: 'gpt-6-sol', input: [{ role: 'user', content: 'Hi' }], conversation: { id: 'c' } }],
  ['partial-history', { model: 'claude-sonnet-5', messages: [user('Hi')], thread: { type: 'continue' } }],
  ['native-compaction', { model: 'gpt-6-sol', input: [{ type: 'compaction', encrypted_content: 'x' }] }],
  ['native-compaction', { messages: [user('Hi')], context_management: { edits: [{ type: 'compact_20260112' }] } }],
  ['unreadable', { model: 'x', messages: [{ role: 'user', content: 7 }] }],
  ['unreadable', { query: 'nothing of ours' }],
] as const)('%s goes through as it came', async (reason, body) => {
  const { chat, store } = await opened()
  const prepared = await chat.prepare(body)
  expect(prepared).toMatchObject({ passed: reason, changed: false })
  expect(prepared.body).toBe(body)
  expect(await store.conversations()).toEqual([])
})

/** What a host may do to its history between two requests. */
type Move =
  | { readonly kind: 'go on'; readonly text: number }
  | { readonly kind: 'go back'; readonly to: number }
  | { readonly kind: 'edit'; readonly at: number; readonly text: number }
  | { readonly kind: 'delete'; readonly at: number }
  | { readonly kind: 'respell' }
  | { readonly kind: 'restart' }

const move: fc.Arbitrary<Move> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('go on' as const), text: fc.integer({ min: 0, max: 3 }) }) },
  fc.record({ kind: fc.constant('go back' as const), to: fc.nat(12) }),
  fc.record({ kind: fc.constant('edit' as const), at: fc.nat(12), text: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(12) }),
  fc.record({ kind: fc.constant('respell' as const) }),
  fc.record({ kind: fc.constant('restart' as const) }),
)

const long = (text: number) => `${text} ${words(text, 80)}`

function moved(history: readonly object[], step: Move): readonly object[] {
  switch (step.kind) {
    case 'go on':
      return [...history, says(`answer ${step.text}`), user(long(step.text))]
    case 'go back':
      return history.slice(0, 1 + 2 * Math.floor((step.to % history.length) / 2))
    case 'edit': {
      const at = 2 * Math.floor((step.at % history.length) / 2)
      return [...history.slice(0, at), user(`edited ${long(step.text)}`)]
    }
    case 'delete': {
      const at = 1 + 2 * Math.floor((step.at % history.length) / 2)
      return at + 1 < history.length ? history.toSpliced(at, 2) : history
    }
    case 'respell':
      return history.map((message) => {
        const { content } = message as { readonly content: unknown }
        return typeof content === 'string' ? { ...message, content: [{ type: 'text', text: content }] } : message
      })
    case 'restart':
      return history
  }
}

/** A move in one of two conversations, of which one of two programs hears, or both at once; it may hear the answer as well. */
const turn = fc.record({
  move,
  id: fc.constantFrom('c', 'd'),
  by: fc.constantFrom([0], [0], [1], [0, 1]),
  isAnswered: fc.boolean(),
})

/** All that a host ever said in a conversation, by what each message means. */
type Told = Set<string>

async function expectTold(store: SessionStore, id: string, told: Told): Promise<number> {
  const lines = await linesIn(store, id)
  for (const line of lines) expect(told).toContain(line.join(' '))
  return new Set(lines.flatMap((line) => line.map((_, at) => line.slice(0, at + 1).join(' ')))).size
}

test('whatever hosts do, in two programs at once, each line says what one of them said, and nothing is stored twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 12 }), async (turns) => {
      const store = createMemoryStore()
      // A window so small that compactions happen in between.
      const programs = [await opened(store, 1_000), await opened(store, 1_500)]
      const histories = new Map<string, readonly object[]>()
      const told = new Map<string, Told>([
        ['c', new Set()],
        ['d', new Set()],
      ])
      for (const { move: step, id, by, isAnswered } of turns) {
        for (const at of step.kind === 'restart' ? by : []) {
          await programs[at]?.context.close()
          programs[at] = await opened(store, 1_000)
        }
        const history = moved(histories.get(id) ?? [user(`start of ${id}`)], step)
        histories.set(id, history)
        const asked = await Promise.all(
          by.map((at) => programs[at]?.context.conversation(id).prepare(host.body([...history], { max_tokens: 100 }))),
        )
        for (const prepared of asked) {
          expect(prepared?.passed).toBeUndefined()
          expect(host.faults(prepared?.body ?? {})).toEqual([])
        }
        const said = identities(history)
        told.get(id)?.add(said.join(' '))
        const lines = await linesIn(store, id)
        expect(lines.some((line) => said.every((identity, at) => line[at] === identity))).toBe(true)
        if (!isAnswered) continue
        const { reply, kept } = host.says(`Heard ${history.length}.`)
        for (const prepared of asked) await prepared?.observe(reply)
        histories.set(id, [...history, ...kept, user('And on.')])
        told.get(id)?.add(identities([...history, ...kept]).join(' '))
      }
      for (const { context } of programs) await context.close()
      expect(await store.verify()).toEqual([])
      let distinct = 0
      for (const [id, all] of told) distinct += await expectTold(store, id, all)
      expect(await storedMessages(store)).toBe(distinct)
    }),
    { numRuns: 35 },
  )
  expect(compactions).toBeGreaterThan(20)
})

test('a conversation has a name of its own in the store, whatever its host calls it', async () => {
  const store = createMemoryStore()
  const context = await createContext({ store })
  for (const id of ['a', 'a+2', 'Ä/../b', 'x'.repeat(500)])
    await context.conversation(id).prepare(host.body([user('Hi')]))
  const names = (await store.conversations()).map(({ id }) => id)
  expect(new Set(names).size).toBe(4)
  expect(names).toContain(conversationId('context:a'))
})
