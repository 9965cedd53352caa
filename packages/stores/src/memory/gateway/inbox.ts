import {
  type Arrival,
  type ConversationId,
  checkNewIds,
  type Inbox,
  type Lane,
  type NewArrival,
  type PutArrival,
} from '@palimpsest/core/store'
import { createWatchers } from '../../watchers.ts'
import type { UseTables } from '../state.ts'
import type { GatewayTables, LaneRow } from './gateway-tables.ts'

export function createMemoryInbox(use: UseTables, tables: GatewayTables, now: () => number): Inbox {
  const watchers = createWatchers<void>()
  const held = (lane: Lane) => heldLane(tables, lane)
  return {
    put: async (arrivals) => {
      const answers = await use(() => {
        checkNewIds(arrivals.flatMap(({ entry, conversation }) => [entry, conversation]))
        return arrivals.map((arrival) => putOne(tables, arrival, now()))
      })
      watchers.notify()
      return answers
    },
    claim: (holder, most, ttlMs) => use(() => claim(tables, { holder, most, until: now() + ttlMs, at: now() })),
    take: (conversation, holder, ttlMs) =>
      use(() => {
        checkNewIds([conversation])
        const row = laneOf(tables, conversation, now())
        return isFree(row, now()) ? takeLane(conversation, row, holder, now() + ttlMs) : undefined
      }),
    next: (lane) =>
      use(() => {
        if (held(lane) === undefined) return undefined
        const waiting = tables.arrivals.find(({ row, isDone }) => !isDone && row.conversation === lane.conversation)
        if (waiting === undefined) return undefined
        waiting.row = { ...waiting.row, tries: waiting.row.tries + 1 }
        return waiting.row
      }),
    waiting: (source) => use(() => tables.arrivals.find(({ row, isDone }) => !isDone && row.source === source)?.row),
    done: (lane, no) =>
      use(() => {
        const row = held(lane)
        const arrival = tables.arrivals[no]
        if (row === undefined || arrival?.row.conversation !== lane.conversation || arrival.isDone) return false
        arrival.isDone = true
        row.handled++
        return true
      }),
    release: (lane) =>
      use(() => {
        const row = held(lane)
        if (row !== undefined && row.arrived > row.handled) return false
        if (row !== undefined) letGo(row)
        return true
      }),
    yield: async (lane) => {
      await use(() => {
        const row = held(lane)
        if (row !== undefined) letGo(row)
      })
      watchers.notify()
    },
    renew: (holder, ttlMs) => use(() => renew(tables, holder, now() + ttlMs, now())),
    backlog: () =>
      use(() => {
        const waiting = tables.arrivals.filter(({ isDone }) => !isDone)
        return { waiting: waiting.length, ...(waiting[0] && { oldestAt: waiting[0].row.at }) }
      }),
    watch: watchers.add,
  }
}

function putOne(tables: GatewayTables, arrival: NewArrival, at: number): PutArrival {
  const known = tables.bySource.get(arrival.source)
  if (known !== undefined) return { entry: known.entry, isNew: false }
  const row: Arrival = { ...structuredClone(arrival), no: tables.arrivals.length, tries: 0 }
  tables.arrivals.push({ row, isDone: false })
  tables.bySource.set(arrival.source, row)
  laneOf(tables, arrival.conversation, at).arrived++
  return { entry: row.entry, isNew: true }
}

/**
 * A lane begins at the millisecond it is made in. It changes hands less often than that, so one that comes after a removal
 * has neither an epoch of the one before nor the next one.
 */
function laneOf({ lanes }: GatewayTables, conversation: ConversationId, at: number): LaneRow {
  const row = lanes.get(conversation) ?? { until: 0, epoch: Math.floor(at), arrived: 0, handled: 0 }
  lanes.set(conversation, row)
  return row
}

/** The row of a lane while it is still the holder's, in this epoch; a lease that ran out holds until somebody takes it. */
export function heldLane({ lanes }: GatewayTables, { conversation, holder, epoch }: Lane): LaneRow | undefined {
  const row = lanes.get(conversation)
  return row?.holder === holder && row.epoch === epoch ? row : undefined
}

interface Claim {
  readonly holder: string
  readonly most: number
  readonly until: number
  readonly at: number
}

/** Oldest first: the order of what waits is the order of lanes. */
function claim(tables: GatewayTables, { holder, most, until, at }: Claim): readonly Lane[] {
  const taken: Lane[] = []
  for (const { row, isDone } of tables.arrivals) {
    if (taken.length >= most) break
    const lane = isDone ? undefined : tables.lanes.get(row.conversation)
    if (lane !== undefined && isFree(lane, at)) taken.push(takeLane(row.conversation, lane, holder, until))
  }
  return taken
}

function isFree({ holder, until }: LaneRow, at: number): boolean {
  return holder === undefined || until <= at
}

function takeLane(conversation: ConversationId, row: LaneRow, holder: string, until: number): Lane {
  row.holder = holder
  row.until = until
  row.epoch++
  return { conversation, holder, epoch: row.epoch }
}

function letGo(row: LaneRow): void {
  row.holder = undefined
  row.until = 0
}

function renew({ lanes }: GatewayTables, holder: string, until: number, at: number): readonly Lane[] {
  return [...lanes].flatMap(([conversation, row]) => {
    if (row.holder !== holder || row.until <= at) return []
    row.until = until
    return [{ conversation, holder, epoch: row.epoch }]
  })
}
