import { isObject, type Json } from '../../../json.ts'
import { demandEqual, demandFailure } from '../fixtures/demand.ts'
import { linesOf, stream } from '../fixtures/dump-lines.ts'
import type { StoreCase } from '../fixtures/store-case.ts'
import { say, startTalk, talkIn, viewTexts } from '../fixtures/test-talk.ts'
import { branch } from './child-cases.ts'

/** Everything attached to a conversation moves with it. */
export const travelCases: readonly StoreCase[] = [
  {
    name: 'state under the id of a conversation is dumped and loaded with it, in the same order everywhere',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const values: readonly Json[] = [null, false, 0, '', [], { a: [{ b: null }] }, '中\u0000', 1.5, -1e300]
      const keys = ['b', 'a', '10', '9', 'B', 'ü', '\uffee', '😀', ' "quoted" \'']
      for (const [i, key] of keys.entries()) await talk.store.state.set(talk.conversation, key, values[i] ?? null)
      await talk.store.state.set('other', 'k', 1)
      const lines = await linesOf(talk)
      const kept = lines.flatMap((line) => (isObject(line) && line.kind === 'state' ? [line.key] : []))
      demandEqual(kept, keys.toSorted(), 'the keys in the dump')
      const store = await open()
      await store.load(stream(lines))
      const before = await talk.store.state.all(talk.conversation)
      demandEqual(Object.keys(before).length, keys.length, 'how many keys there are')
      demandEqual(await store.state.all(talk.conversation), before, 'the state in the other store')
      demandEqual(await store.state.all('other'), {}, 'the state of another scope')
      demandEqual(await linesOf({ ...talk, store }), lines, 'the dump of what was loaded')
    },
  },
  {
    name: 'state under the id of a conversation is removed with it, and no other',
    async run(open) {
      const talk = await startTalk(open)
      const other = await talkIn(talk.store, talk.mint)
      const { state } = talk.store
      for (const scope of [talk.conversation, other.conversation, 'engine']) await state.set(scope, 'k', scope)
      await talk.store.remove(talk.conversation)
      demandEqual(await state.all(talk.conversation), {}, 'the state of the removed conversation')
      demandEqual(await state.get(talk.conversation, 'k'), undefined, 'a fact of it')
      demandEqual(await state.all(other.conversation), { k: other.conversation }, 'the state of the other one')
      demandEqual(await state.all('engine'), { k: 'engine' }, 'the state of another scope')
    },
  },
  {
    name: 'a conversation that is not removed keeps its state',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      await branch(talk, 'branch')
      await talk.store.state.set(talk.conversation, 'k', 1)
      await demandFailure(talk.store.remove(talk.conversation), 'store/invalid', 'the removal')
      demandEqual(await talk.store.state.all(talk.conversation), { k: 1 }, 'its state')
    },
  },
  {
    name: 'a loaded conversation has the state of its dump, whatever stood under its id before',
    async run(open) {
      const talk = await startTalk(open)
      await talk.store.state.set(talk.conversation, 'k', 1)
      const store = await open()
      await store.state.set(talk.conversation, 'k', 0)
      await store.state.set(talk.conversation, 'stray', 0)
      await store.load(stream(await linesOf(talk)))
      demandEqual(await store.state.all(talk.conversation), { k: 1 }, 'its state')
    },
  },
  {
    name: 'loading over a conversation with other state is refused and changes nothing',
    async run(open) {
      const talk = await startTalk(open)
      await talk.store.state.set(talk.conversation, 'k', 1)
      const lines = await linesOf(talk)
      await talk.store.state.set(talk.conversation, 'k', 2)
      await demandFailure(talk.store.load(stream(lines)), 'store/invalid', 'the load')
      demandEqual(await talk.store.state.all(talk.conversation), { k: 2 }, 'its state')
    },
  },
  {
    name: 'a child goes on naming its parent after that is removed, and travels so',
    async run(open) {
      const talk = await startTalk(open)
      const child = await branch(talk, 'subagent')
      await say(child, child.root, 'one')
      await talk.store.remove(talk.conversation)
      demandEqual((await talk.store.session(child.root))?.parent, talk.root, 'the parent')
      demandEqual((await talk.store.lineage(child.root)).length, 1, 'the length of its chain')
      const lines = await linesOf(child)
      const store = await open()
      await store.load(stream(lines))
      demandEqual((await store.session(child.root))?.parent, talk.root, 'the parent in another store')
      demandEqual(await linesOf({ ...child, store }), lines, 'the dump of what was loaded')
      demandEqual(await viewTexts({ ...child, store }, child.root), ['one'], 'the view')
      demandEqual([await talk.store.verify(), await store.verify()], [[], []], 'what verify finds')
    },
  },
]
