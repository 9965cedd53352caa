import type { EntryId } from '@palimpsest/core/log'
import type { ConversationId, Session, SessionStore, StoredMessage, Version } from '@palimpsest/core/store'
import type { Line, LineEntry, LineStage, ViewEntry } from './line.ts'
import { lineName } from './line-name.ts'

/** Lines that are asked for at a time. */
const batch = 8
/** Older lines than these are not read: a host that branched so often does not go back that far. */
const mostLines = 8

/** The lines of a host's conversation that the store has, the newest last, and the number of the next one. */
export interface LoadedLines {
  readonly lines: readonly Line[]
  readonly nextNumber: number
}

/** Reads the lines of a host's conversation back. */
export async function loadLines(store: SessionStore, id: string): Promise<LoadedLines> {
  const names: ConversationId[] = []
  let nextNumber = 1
  for (let from = 1; nextNumber === from; from += batch) {
    const asked = Array.from({ length: batch }, (_, i) => lineName(id, from + i))
    const found = await Promise.all(asked.map((name) => store.conversation(name)))
    found.forEach((conversation, i) => {
      if (conversation === undefined) return
      names.push(conversation.id)
      nextNumber = from + i + 1
    })
    if (nextNumber < from + batch) break
  }
  const read = createLineReader(store)
  const lines: Line[] = []
  for (const name of names.slice(-mostLines)) lines.push((await read(name)).line)
  return { lines, nextNumber }
}

interface ReadLine {
  readonly line: Line
  /** Where each entry, or message made, of the line reaches. */
  readonly reaches: ReadonlyMap<EntryId, number>
}

function createLineReader(store: SessionStore): (name: ConversationId) => Promise<ReadLine> {
  const known = new Map<ConversationId, Promise<ReadLine>>()
  const read = (name: ConversationId): Promise<ReadLine> => {
    const before = known.get(name) ?? readLine(store, name, read)
    known.set(name, before)
    return before
  }
  return read
}

async function readLine(
  store: SessionStore,
  name: ConversationId,
  others: (name: ConversationId) => Promise<ReadLine>,
): Promise<ReadLine> {
  const conversation = await store.conversation(name)
  const chain = conversation === undefined ? [] : await store.lineage(conversation.tip)
  const [root, ...later] = chain.filter((session) => session.conversation === name)
  if (root === undefined) throw new Error(`The conversation ${name} has no session.`)
  const [taken, own, ledgers] = await Promise.all([bornOf(store, root), store.originals(name), store.ledgers(name)])
  const origin = root.parent === undefined ? undefined : await store.session(root.parent)
  const from = origin === undefined ? undefined : await others(origin.conversation)
  const reaches = new Map(from?.reaches)
  await findReaches(store, taken, reaches)
  const shared = taken.reduce((most, { id }) => Math.max(most, reaches.get(id) ?? 0), 0)
  const log: LineEntry[] = [...(from?.line.log.slice(0, shared) ?? []), ...own.map(entryOf)]
  log.forEach(({ id }, at) => {
    reaches.set(id, at + 1)
  })
  const before = from?.line.stages.filter(({ reach }) => reach <= shared) ?? []
  const kin = before.find(({ session }) => session === root.parent)
  const stages: LineStage[] = [...before]
  for (const session of [root, ...later]) {
    const born = session === root ? taken : await bornOf(store, session)
    const stage = stageOf(session, born, reaches, ledgers)
    const memo = stage.memo ?? (session === root ? kin?.memo : stages.at(-1)?.memo)
    const kinship = session === root && kin !== undefined ? [kin.session, ...kin.kin] : []
    stages.push({ ...stage, kin: kinship, ...(memo !== undefined && { memo }) })
  }
  const line = { name, log, stages: stages as unknown as Line['stages'], inherited: before.length }
  return { line, reaches }
}

/** Messages made by a compaction that was undone meanwhile are known to no line; they reach as far as what they stand for. */
async function findReaches(
  store: SessionStore,
  taken: readonly StoredMessage[],
  reaches: Map<EntryId, number>,
): Promise<void> {
  for (const { id, standsFor = [] } of taken) {
    if (reaches.has(id) || standsFor.length === 0) continue
    const unknown = await Promise.all(standsFor.filter((each) => !reaches.has(each)).map((each) => store.message(each)))
    await findReaches(
      store,
      unknown.flatMap((stored) => stored ?? []),
      reaches,
    )
    reaches.set(
      id,
      standsFor.reduce((most, each) => Math.max(most, reaches.get(each) ?? 0), 0),
    )
  }
}

async function bornOf(store: SessionStore, { id, bornWith }: Session): Promise<readonly StoredMessage[]> {
  return bornWith === 0 ? [] : store.view(id, { limit: bornWith })
}

function entryOf({ id, message, session }: StoredMessage): LineEntry {
  return { id, message, session }
}

/** Notes as well where the messages made for it reach. */
function stageOf(
  { id }: Session,
  stored: readonly StoredMessage[],
  reaches: Map<EntryId, number>,
  ledgers: readonly Version[],
): LineStage {
  const born = stored.map(({ id: entry, message, session, standsFor }): ViewEntry => {
    if (standsFor === undefined) return { id: entry, reach: reaches.get(entry) ?? 0 }
    const reach = reaches.get(entry) ?? standsFor.reduce((most, each) => Math.max(most, reaches.get(each) ?? 0), 0)
    reaches.set(entry, reach)
    return { id: entry, reach, made: { message, standsFor, session } }
  })
  const memo = ledgers.findLast(({ session }) => session === id)?.value
  const reach = born.reduce((most, entry) => Math.max(most, entry.reach), 0)
  return { session: id, born, reach, kin: [], ...(memo !== undefined && { memo }) }
}
