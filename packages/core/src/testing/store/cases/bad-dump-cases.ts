import { isObject, type Json } from '../../../json.ts'
import { entryId } from '../../../log/entry.ts'
import { conversationId, sessionId } from '../../../store/session.ts'
import type { SessionStore } from '../../../store/store.ts'
import { badIds } from '../fixtures/bad-ids.ts'
import { changed, inside, swapped } from '../fixtures/changed-dump.ts'
import { demand, demandEqual, demandFailure } from '../fixtures/demand.ts'
import { stream } from '../fixtures/dump-lines.ts'
import { dumped, dumpedIds } from '../fixtures/dumped.ts'
import type { OpenStore, StoreCase } from '../fixtures/store-case.ts'

/** The flaw of a dump, its lines, and the number of the line to be named where one is to blame. */
type BadDump = readonly [what: string, lines: readonly Json[], line?: number]

const { conversation, root, next, hello, summary, then } = dumpedIds
const said = { role: 'user', parts: [{ type: 'text', text: 'hello' }] }
const result = { ...said, role: 'tool', callId: 'c' }

const badDumps: readonly BadDump[] = [
  ['without a header', dumped.slice(1), 1],
  ['with two headers', [...dumped.slice(0, 1), ...dumped], 2],
  ['of another format', changed(1, { format: 'something-else' }), 1],
  ['of a later version', changed(1, { version: 99 }), 1],
  ['without its messages', dumped.filter((line) => !(isObject(line) && line.kind === 'message'))],
  ['of lines that are no objects', [...dumped.slice(0, 1), 'x', 1, null], 2],
  ['with a line of an unknown kind', [...dumped, { kind: 'note', text: 'hi' }], 12],
  ['with an unknown field', changed(11, { scope: 'other' }), 11],
  ['whose tip it does not hold', inside(1, 'conversation', { tip: 'x' })],
  ['that tells of more messages than it holds', inside(1, 'conversation', { messages: 3 })],
  ['that tells of more sessions than it holds', inside(1, 'conversation', { sessions: 3 })],
  ['with a time that is a text', inside(1, 'conversation', { createdAt: '1000' }), 1],
  ['with a session of another conversation', inside(2, 'session', { conversation: 'x' }), 2],
  ['with a session of no known kind', inside(2, 'session', { kind: 'fork' }), 2],
  ['with a session without usage', inside(2, 'session', { usage: undefined }), 2],
  ['with two roots', [...dumped.slice(0, 2), ...dumped.slice(1)], 3],
  ['with a continuation of a stranger', inside(3, 'session', { parent: 'x' }), 3],
  ['with a continuation before its parent', swapped(2, 3), 2],
  ['with a message whose role is a number', inside(4, 'message', { message: { ...said, role: 7 } }), 4],
  ['with a message whose parts are a text', inside(4, 'message', { message: { ...said, parts: 'hello' } }), 4],
  ['with a part of no known type', inside(4, 'message', { message: { ...said, parts: [{ type: 'song' }] } }), 4],
  ['with a part without its text', inside(4, 'message', { message: { ...said, parts: [{ type: 'text' }] } }), 4],
  ['with a message that has an unknown field', inside(4, 'message', { message: { ...said, mood: 'good' } }), 4],
  ['with a record that holds no message', inside(4, 'message', { message: undefined }), 4],
  ['with a message that has no id', inside(4, 'message', { id: undefined }), 4],
  ['with a message that has no time', inside(4, 'message', { at: undefined }), 4],
  ['with an original that lost its index', inside(4, 'message', { index: undefined }), 4],
  ['with usage that is no number', inside(4, 'message', { usage: { input: '2' } }), 4],
  ['with a message of a session that is not there', inside(4, 'message', { session: 'x' }), 4],
  ['with a message twice', [...dumped.slice(0, 4), ...dumped.slice(3)], 5],
  ['with an index twice', inside(6, 'message', { index: 0 }), 6],
  ['with an index behind the last', inside(6, 'message', { index: 2 }), 6],
  ['with text that stands for what is not there', inside(5, 'message', { standsFor: ['x'] })],
  ['whose lists changed places', swapped(7, 8), 7],
  ['whose lists were exchanged', swappedEntries(), 7],
  ['with a list in another order', changed(8, { entries: [then, summary] }), 8],
  ['with a list that is too short', changed(8, { entries: [summary] }), 8],
  ['with a list that shows an entry twice', changed(8, { entries: [summary, summary] }), 8],
  ['with a list that shows what is not there', changed(8, { entries: [summary, 'x'] }), 8],
  ['with a list that shows what was said elsewhere', changed(8, { entries: [summary, hello] })],
  ['with a list that is no list', changed(8, { entries: 'x' }), 8],
  ['with a list of a session that is not there', changed(8, { session: 'x' }), 8],
  ['with lists before messages', [...dumped.slice(0, 3), ...dumped.slice(6, 8), ...dumped.slice(3, 6)], 4],
  ['with a receipt of a session that is not there', changed(9, { session: 'x' }), 9],
  ['with a receipt that says nothing', changed(9, { value: undefined }), 9],
  ['with a receipt too many', [...dumped.slice(0, 9), ...dumped.slice(8)], 10],
  ['with a key of its state twice', [...dumped, ...dumped.slice(-1)], 12],
]

const kept = (list: Json) => inside(4, 'message', { message: { ...result, kept: list } })
const name = 'a'.repeat(32)

/** Deeper than any stack. */
function deep(): Json {
  let value: Json = 1
  for (let level = 0; level < 100_000; level++) value = [value]
  return value
}

/** Fields that lead elsewhere, or down too far. */
const badFieldDumps: readonly BadDump[] = [
  ['with a kept output that is a path', kept([{ file: `../${name}.txt` }]), 4],
  ['with a kept output in a folder', kept([{ file: `x/${name}.txt` }]), 4],
  ['with a kept output that is another file', kept([{ file: 'id_rsa.txt' }]), 4],
  ['with a kept output of too short a name', kept([{ file: 'terminal-aaaaaaaaaaaaaaaaaaaa.txt' }]), 4],
  ['with a kept output that starts before the text', kept([{ file: `${name}.txt`, chars: -1 }]), 4],
  ['with kept outputs without end', kept(Array.from({ length: 3 }, () => ({ file: `${name}.txt`, chars: 0 }))), 4],
  ['with kept outputs of a person', inside(4, 'message', { message: { ...said, kept: [] } }), 4],
  [
    'with a receipt that is nested without end',
    [...dumped.slice(0, 8), { kind: 'receipt', session: next, at: 3000, value: deep() }, ...dumped.slice(9)],
    9,
  ],
  ['with an unknown field of a long name', changed(11, { ['x'.repeat(200_000)]: 1 }), 11],
]

/** Bad ids in each of the places where a dump holds an id. */
const badIdDumps: readonly BadDump[] = badIds.flatMap((id) => {
  const what = `whose id is ${JSON.stringify(id.slice(0, 20))} (${id.length})`
  const places: readonly BadDump[] = [
    [`${what}, as a conversation`, inside(1, 'conversation', { id }), 1],
    [`${what}, as a tip`, inside(1, 'conversation', { tip: id }), 1],
    [`${what}, as a session`, inside(2, 'session', { id }), 2],
    [`${what}, as a parent`, inside(3, 'session', { parent: id }), 3],
    [`${what}, as an entry`, inside(4, 'message', { id }), 4],
    [`${what}, as the conversation of an entry`, inside(4, 'message', { conversation: id }), 4],
    [`${what}, in a list`, changed(7, { entries: [id] }), 7],
  ]
  return places
})

/** A dump that is not what a store wrote is refused whole. */
export const badDumpCases: readonly StoreCase[] = [
  ...[...badDumps, ...badFieldDumps].map(([what, lines, line]) => ({
    name: `a dump ${what} is refused whole`,
    async run(open: OpenStore) {
      const store = await open()
      const { message } = await demandFailure(store.load(stream(lines)), 'store/invalid', 'the load')
      if (line !== undefined) demand(message.includes(`Line ${line} `), `not line ${line} is named: ${message}`)
      await demandNothing(store)
    },
  })),
  {
    name: 'a dump with an id that is none is refused whole, and told in a few words',
    async run(open) {
      const store = await open()
      for (const [what, lines, line] of badIdDumps) {
        const { message } = await demandFailure(store.load(stream(lines)), 'store/invalid', `the load ${what}`)
        demand(message.includes(`Line ${line} `), `${what}: not line ${line} is named: ${message.slice(0, 300)}`)
        demand(message.length < 300, `${what}: the failure is ${message.length} characters long`)
      }
      await demandNothing(store)
    },
  },
  {
    name: 'a dump that was cut off after any of its lines is refused whole',
    async run(open) {
      const store = await open()
      for (const [end] of dumped.entries()) {
        const cut = store.load(stream(dumped.slice(0, end)))
        await demandFailure(cut, 'store/invalid', `the load of the first ${end} lines`)
      }
      await demandNothing(store)
    },
  },
  {
    name: 'a dump whose lines end in an error is refused whole',
    async run(open) {
      const store = await open()
      const broken = store.load(breaking(dumped.slice(0, 6)))
      const end = await broken.catch((error: unknown) => error)
      demand(end instanceof Error && end.message === 'the disk was pulled out', `the load ended in ${String(end)}`)
      await demandNothing(store)
    },
  },
]

async function* breaking(lines: readonly Json[]): AsyncIterable<Json> {
  yield* lines
  throw new Error('the disk was pulled out')
}

/** Not a row is left behind: what was refused can come again, whole. */
async function demandNothing(store: SessionStore): Promise<void> {
  demandEqual(await store.conversations({ archived: true }), [], 'the conversations')
  for (const id of [root, next]) demandEqual(await store.session(sessionId(id)), undefined, 'a session')
  for (const id of [hello, summary, then]) demandEqual(await store.message(entryId(id)), undefined, 'a message')
  demandEqual(await store.state.all(conversation), {}, 'its state')
  demandEqual(await store.verify(), [], 'what verify finds')
  demandEqual((await store.load(stream(dumped))).id, conversationId(conversation), 'the whole dump afterwards')
}

function swappedEntries(): readonly Json[] {
  const [first, second] = [dumped[6], dumped[7]]
  if (!isObject(first) || !isObject(second)) return []
  return dumped.map((json, i) => {
    if (i === 6) return { ...first, entries: second.entries }
    return i === 7 ? { ...second, entries: first.entries } : json
  })
}
