import type { ContentPart, Message } from '../../../message/message.ts'
import { callId } from '../../../message/message.ts'
import { call, result } from '../../build.ts'
import { demand, demandEqual } from '../fixtures/demand.ts'
import { linesOf, stream } from '../fixtures/dump-lines.ts'
import type { OpenStore, StoreCase } from '../fixtures/store-case.ts'
import { createMint, say, startTalk, summariseSession, tell, viewTexts } from '../fixtures/test-talk.ts'

const texts: readonly (readonly [what: string, text: string])[] = [
  ['a null character', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud83db'],
  ['emoji and rare Han', '👩‍👩‍👧‍👦 𠜎 ❤️'],
  ['decomposed accents, which must not be composed', 'e\u0301 \u212b'],
  ['white space at both ends', '  \r\n\t x \u00a0\n'],
  ['quotes and backslashes', `"'\\ \\u0041 {}[] -- ; $1 ? :x %s`],
  ['nothing at all', ''],
  ['a megabyte', 'lorem ipsum 中文 '.repeat(60_000)],
]

/** Everything that was said comes back unchanged. */
export const losslessCases: readonly StoreCase[] = [
  {
    name: 'every kind of message comes back as it was',
    async run(open) {
      const talk = await startTalk(open)
      for (const message of kinds) {
        const id = await tell(talk, talk.root, message)
        demandEqual((await talk.store.message(id))?.message, message, `a message of role ${message.role}`)
      }
      demandEqual(
        (await talk.store.view(talk.root)).map(({ message }) => message),
        kinds,
        'the view',
      )
    },
  },
  {
    name: 'what was kept of a result goes with it through compactions, undos, dumps and loads',
    async run(open) {
      const talk = await startTalk(open)
      const file = `terminal-${'0a'.repeat(16)}.txt`
      const message = result('c', 'ends', { kept: [{ file: `${'f'.repeat(64)}.txt`, chars: 4 }, { file }] })
      const id = await tell(talk, talk.root, message)
      const next = await summariseSession(talk, talk.root, { keep: [id] })
      demandEqual((await talk.store.view(next.id)).at(-1)?.message, message, 'the message in the continuation')
      await talk.store.undo(next.id, talk.mint.now())
      demandEqual((await talk.store.view(talk.root)).at(-1)?.message, message, 'the message after the undo')
      const other = await open()
      await other.load(stream(await linesOf(talk)))
      demandEqual((await other.message(id))?.message, message, 'the message in another store')
    },
  },
  ...texts.map(([what, text]) => ({
    name: `text with ${what} comes back to the character`,
    async run(open: OpenStore) {
      const talk = await startTalk(open)
      await say(talk, talk.root, text)
      demand((await viewTexts(talk, talk.root))[0] === text, `text with ${what} came back changed`)
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  })),
  ...texts.map(([what, text]) => ({
    name: `names, prompts and state with ${what} come back to the character, also by way of a dump`,
    async run(open: OpenStore) {
      const store = await open()
      const mint = createMint()
      const [id, conversation] = [mint.session(), mint.conversation()]
      const given = { title: text, channel: text, model: text, system: text }
      await store.begin({ id, conversation, at: mint.now(), ...given })
      // Keys are looked up in an index, which has a limit in most databases.
      const key = text.slice(0, 100)
      await store.state.set(conversation, key, text)
      const other = await open()
      await other.load(store.dump(conversation))
      for (const [where, each] of [store, other].entries()) {
        const { title, channel } = (await each.conversation(conversation)) ?? {}
        const { model, system } = (await each.session(id)) ?? {}
        demandEqual({ title, channel, model, system }, given, `what store ${where} gives back`)
        demandEqual(await each.state.all(conversation), { [key]: text }, `the state in store ${where}`)
      }
    },
  })),
  {
    name: 'a message that its sender changes later stays as it was sent',
    async run(open) {
      const talk = await startTalk(open)
      const parts: ContentPart[] = [{ type: 'text', text: 'as sent' }]
      await tell(talk, talk.root, { role: 'user', parts })
      parts.push({ type: 'text', text: ', and more' })
      demandEqual(await viewTexts(talk, talk.root), ['as sent'], 'the view')
    },
  },
]

const kinds: readonly Message[] = [
  {
    role: 'system',
    developer: true,
    parts: [{ type: 'text', text: 'Obey.', breakpoint: { ttl: '1h' } }],
    listed: true,
  },
  {
    role: 'user',
    parts: [
      { type: 'text', text: 'see' },
      { type: 'image', source: { kind: 'data', data: 'QUJD', mediaType: 'image/png' }, detail: 'low' },
      { type: 'file', source: { kind: 'url', url: 'https://example.org/a.pdf' }, name: 'a.pdf' },
      { type: 'opaque', format: 'anthropic', value: { type: 'search_result', n: [1, null, { deep: true }] } },
    ],
    residue: { format: 'openai-chat', fields: { name: 'ann', extra: { z: 1, a: [] } } },
  },
  {
    role: 'assistant',
    model: 'm-2',
    parts: [
      { type: 'thinking', text: 'hm', signature: 's==' },
      { type: 'thinking', text: '', redacted: 'r==' },
      { type: 'text', text: 'No.', refusal: true },
      call('ls', { path: '/tmp' }),
      { type: 'tool-call', callId: callId('raw'), name: 'patch', arguments: '*** not json {', freeform: true },
    ],
  },
  result('ls', 'a b', { isError: true, breakpoint: {} }),
  result('raw', ''),
]
