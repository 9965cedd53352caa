import { setImmediate as breathe } from 'node:timers/promises'
import { type ConversationId, entryId } from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { isDuplicate } from '../connection/failure-of.ts'
import { byteaArray, integerArray } from '../connection/wire-array.ts'
import { packPostgresId, unpackPostgresId } from '../schema/pack-id.ts'
import { unpackPostgresMessage } from '../schema/pack-message.ts'
import { type IndexedMessage, type IndexSegment, maxSegmentMessages, packSegment } from './index-segment.ts'
import type { RecentKeys } from './recent-keys.ts'
import { scopeKey } from './term-key.ts'
import { termKeys } from './term-keys.ts'

/** The messages to index, and the least number of them. */
export interface FillOptions {
  /** Fewer are left for later. */
  readonly least: number
  readonly conversation?: ConversationId
  /** Of these the texts need not be read. */
  readonly recent?: RecentKeys
}

/** Originals of a conversation, from place `first` up to but without `after`. */
interface Share {
  readonly no: number
  readonly id: Buffer
  readonly first: number
  readonly after: number
}

/**
 * Writes originals that wait for it, of one conversation or any, to a new segment of the search index. Returns whether it
 * did: not when they are too few, or when someone else was sooner.
 */
export async function fillSegment(database: Database, options: FillOptions): Promise<boolean> {
  const { least, conversation, recent } = options
  const shares = await findShares(database, conversation)
  const count = shares.reduce((sum, { first, after }) => sum + after - first, 0)
  if (count === 0 || count < least) return false
  const segment = packSegment(await readShares(database, shares, recent))
  try {
    await database.transaction((run) => writeSegment(run, shares, segment))
    return true
  } catch (error) {
    if (error === overtaken || isDuplicate(error)) return false
    throw error
  }
}

const overtaken = new Error('Someone else has indexed or removed these messages.')

/** As many as one segment holds. */
async function findShares({ run }: Database, conversation?: ConversationId): Promise<readonly Share[]> {
  const rows = await run<Share & Record<string, unknown>>(
    `SELECT no, id, indexed AS first, messages AS after FROM @conversations
      WHERE messages > indexed AND ($1::bytea IS NULL OR id = $1) ORDER BY no LIMIT ${maxSegmentMessages}`,
    [conversation === undefined ? null : packPostgresId(conversation)],
    'each-time',
  )
  let room = maxSegmentMessages
  return rows.flatMap((row) => {
    const after = Math.min(row.after, row.first + room)
    room -= after - row.first
    return after > row.first ? [{ ...row, after }] : []
  })
}

async function readShares(
  { run }: Database,
  shares: readonly Share[],
  recent?: RecentKeys,
): Promise<readonly IndexedMessage[]> {
  const rows = await run<{ no: string; id: Buffer; conversation: Buffer }>(
    `SELECT m.no, m.id, o.conversation
      FROM unnest($1::bytea[], $2::integer[], $3::integer[]) AS share (conversation, first, after)
      JOIN @origins o ON o.conversation = share.conversation
      JOIN @messages m ON m.origin = o.no AND m.place >= share.first AND m.place < share.after`,
    [
      byteaArray(shares.map(({ id }) => id)),
      integerArray(shares.map(({ first }) => first)),
      integerArray(shares.map(({ after }) => after)),
    ],
  )
  const named = rows.map(({ no, id, conversation }) => ({
    no: Number(no),
    conversation: unpackPostgresId(conversation),
    keys: recent?.of(entryId(unpackPostgresId(id))),
  }))
  const unknown = named.filter(({ keys }) => keys === undefined)
  const read = await readKeys(run, new Map(unknown.map(({ no, conversation }) => [no, conversation])))
  const known = named.flatMap(({ no, keys, conversation }) =>
    keys === undefined ? [] : [{ no, keys: new Set(keys).add(scopeKey(conversation)) }],
  )
  return [...known, ...read]
}

/** Reads the keys of messages from their texts; `messages` maps their numbers to their conversations. */
async function readKeys(run: RunStatement, messages: ReadonlyMap<number, string>): Promise<readonly IndexedMessage[]> {
  if (messages.size === 0) return []
  const rows = await run<{ no: string; body: Buffer }>('SELECT no, body FROM @messages WHERE no = ANY ($1::bigint[])', [
    [...messages.keys()],
  ])
  const found: IndexedMessage[] = []
  for (const { no, body } of rows) {
    found.push({ no: Number(no), keys: await keysOf(body, messages.get(Number(no)) ?? '') })
    await breathe()
  }
  return found
}

/** The keys of a message and of its conversation; a damaged one is found by nothing, and keeps no other from being found. */
export async function keysOf(body: Buffer, conversation: string): Promise<ReadonlySet<number>> {
  try {
    return (await termKeys(unpackPostgresMessage(body))).add(scopeKey(conversation))
  } catch {
    return new Set()
  }
}

/** The long part comes first, so that writers are kept out of their conversations for the short one only. */
async function writeSegment(run: RunStatement, shares: readonly Share[], segment: IndexSegment): Promise<void> {
  await insertSegment(run, segment)
  const taken = await run(
    `UPDATE @conversations c SET indexed = share.after
      FROM unnest($1::integer[], $2::integer[], $3::integer[]) AS share (no, first, after)
      WHERE c.no = share.no AND c.indexed = share.first RETURNING c.no`,
    [
      integerArray(shares.map(({ no }) => no)),
      integerArray(shares.map(({ first }) => first)),
      integerArray(shares.map(({ after }) => after)),
    ],
  )
  if (taken.length < shares.length) throw overtaken
}

export async function insertSegment(run: RunStatement, { newest, keys, head, bands }: IndexSegment): Promise<void> {
  if (newest === 0) return
  const values = [newest, integerArray(keys), head, byteaArray(bands)]
  await run('INSERT INTO @sheets (newest, keys, head, bands) VALUES ($1, $2, $3, $4)', values)
}
