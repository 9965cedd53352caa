import type { EntryId } from '../../../log/entry.ts'
import type { Compaction, ViewItem } from '../../../store/store.ts'
import { user } from '../../build.ts'
import { demandEqual, demandFailure } from '../fixtures/demand.ts'
import type { StoreCase } from '../fixtures/store-case.ts'
import { say, startTalk, type TestTalk, talkIn, viewTexts } from '../fixtures/test-talk.ts'

interface BadCompaction {
  readonly name: string
  /** Returns the faulty fields; the rest of the compaction is sound. */
  change(talk: TestTalk, ids: readonly EntryId[]): Promise<Partial<Compaction>> | Partial<Compaction>
}

/** The session holds three entries, and the compaction was based on the first two. */
const bad: readonly BadCompaction[] = [
  { name: 'that is based on more than there is', change: () => ({ basedOnSeq: 4 }) },
  { name: 'that is based on less than nothing', change: () => ({ basedOnSeq: -1 }) },
  { name: 'that keeps an unknown entry', change: ({ mint }) => ({ view: [kept(mint.entry())] }) },
  { name: 'that keeps an entry it was not based on', change: (_, [, , third]) => ({ view: [kept(third)] }) },
  {
    name: 'that keeps an entry of another conversation',
    async change(talk) {
      const other = await talkIn(talk.store, talk.mint)
      const [foreign] = await say(other, other.root, 'foreign')
      return { view: [kept(foreign)] }
    },
  },
  {
    name: 'whose made message stands for an entry it was not based on',
    change: ({ mint }, [, , third]) => ({ view: [made(mint.entry(), third)] }),
  },
  {
    name: 'whose made message stands for an unknown entry',
    change: ({ mint }) => ({ view: [made(mint.entry(), mint.entry())] }),
  },
  { name: 'whose made message has the id of an entry', change: (_, [first]) => ({ view: [made(first, first)] }) },
  { name: 'whose continuation has the id of the session', change: ({ root }) => ({ continuation: root }) },
  {
    name: 'whose continuation has the id of another session',
    change: async (talk) => ({ continuation: (await talkIn(talk.store, talk.mint)).root }),
  },
]

/** A compaction that makes no sense is refused whole. */
export const badCompactionCases: readonly StoreCase[] = [
  ...bad.map(
    ({ name, change }): StoreCase => ({
      name: `a compaction ${name} is refused and leaves everything as it was`,
      async run(open) {
        const talk = await startTalk(open)
        const ids = await say(talk, talk.root, 'one', 'two', 'three')
        const wrong = await change(talk, ids)
        const sound = { session: talk.root, basedOnSeq: 2, continuation: talk.mint.session(), at: talk.mint.now() }
        const view = [made(talk.mint.entry(), ids[0]), kept(ids[1])]
        await demandFailure(talk.store.compact({ ...sound, view, ...wrong }), 'store/invalid', 'the compaction')
        demandEqual((await talk.store.session(talk.root))?.endedAt, undefined, 'the end of the session')
        demandEqual((await talk.store.conversation(talk.conversation))?.tip, talk.root, 'the tip')
        await say(talk, talk.root, 'four')
        demandEqual(await viewTexts(talk, talk.root), ['one', 'two', 'three', 'four'], 'the view')
        demandEqual(await talk.store.verify(), [], 'what verify finds')
      },
    }),
  ),
  {
    name: 'compacting an unknown session is a failure',
    async run(open) {
      const { store, mint } = await startTalk(open)
      const nothing = { session: mint.session(), basedOnSeq: 0, continuation: mint.session(), view: [], at: mint.now() }
      await demandFailure(store.compact(nothing), 'store/not-found', 'the compaction')
    },
  },
]

function kept(id: EntryId | undefined): ViewItem {
  return { kind: 'kept', id: present(id) }
}

function made(id: EntryId | undefined, ...standsFor: readonly (EntryId | undefined)[]): ViewItem {
  return { kind: 'made', id: present(id), message: user('summary'), standsFor: standsFor.map(present) }
}

function present(id: EntryId | undefined): EntryId {
  if (id === undefined) throw new Error('no entry')
  return id
}
