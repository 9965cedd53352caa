import { demandEqual, demandFailure } from '../fixtures/demand.ts'
import type { StoreCase } from '../fixtures/store-case.ts'
import { say, startTalk, summariseSession } from '../fixtures/test-talk.ts'
import { branch } from './child-cases.ts'

/** The chain of a conversation, from its root to its tip. */
export const chainCases: readonly StoreCase[] = [
  {
    name: 'a session without continuation is its own tip and its whole chain',
    async run(open) {
      const { store, root } = await startTalk(open)
      const session = await store.session(root)
      demandEqual(await store.compressionTip(root), session, 'the tip')
      demandEqual(await store.lineage(root), [session], 'the chain')
    },
  },
  {
    name: 'every session of a chain leads to the same tip and the same chain',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const ids = [talk.root]
      for (let i = 0; i < 6; i++) ids.push((await summariseSession(talk, ids.at(-1) ?? talk.root)).id)
      for (const id of ids) {
        demandEqual((await talk.store.compressionTip(id)).id, ids.at(-1), `the tip from ${id}`)
        demandEqual(
          (await talk.store.lineage(id)).map((session) => session.id),
          ids,
          `the chain from ${id}`,
        )
      }
      demandEqual((await talk.store.conversation(talk.conversation))?.tip, ids.at(-1), 'the tip of the conversation')
    },
  },
  {
    name: 'an undone continuation is left out of the chain, whoever took its place',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const undone = await summariseSession(talk, talk.root)
      await talk.store.undo(undone.id, talk.mint.now())
      demandEqual((await talk.store.compressionTip(talk.root)).id, talk.root, 'the tip after the undo')
      demandEqual(
        (await talk.store.lineage(talk.root)).map(({ id }) => id),
        [talk.root],
        'the chain after the undo',
      )
      const next = await summariseSession(talk, talk.root)
      demandEqual((await talk.store.compressionTip(talk.root)).id, next.id, 'the tip')
      demandEqual(
        (await talk.store.lineage(next.id)).map(({ id }) => id),
        [talk.root, next.id],
        'the chain',
      )
    },
  },
  {
    name: 'an undone continuation still knows where it came from',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const second = await summariseSession(talk, talk.root)
      const undone = await summariseSession(talk, second.id)
      await talk.store.undo(undone.id, talk.mint.now())
      await summariseSession(talk, second.id)
      const chain = (await talk.store.lineage(undone.id)).map(({ id }) => id)
      demandEqual(chain, [talk.root, second.id, undone.id], 'the chain of the undone continuation')
      demandEqual((await talk.store.compressionTip(undone.id)).id, undone.id, 'its tip')
    },
  },
  {
    name: 'a continuation that starts in the instant its parent ends is found',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      const parent = await talk.store.session(talk.root)
      demandEqual(parent?.endedAt, next.startedAt, 'the end of the parent')
      demandEqual((await talk.store.compressionTip(talk.root)).id, next.id, 'the tip')
    },
  },
  {
    name: 'a child that starts after its parent was compacted is no continuation',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      await branch(talk, 'subagent')
      await branch(talk, 'branch')
      demandEqual((await talk.store.compressionTip(talk.root)).id, next.id, 'the tip')
      demandEqual(
        (await talk.store.lineage(talk.root)).map(({ id }) => id),
        [talk.root, next.id],
        'the chain',
      )
    },
  },
  {
    name: 'the chain of an unknown session is a failure',
    async run(open) {
      const { store, mint } = await startTalk(open)
      await demandFailure(store.compressionTip(mint.session()), 'store/not-found', 'the tip')
      await demandFailure(store.lineage(mint.session()), 'store/not-found', 'the chain')
    },
  },
]
