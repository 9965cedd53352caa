import { checkNewIds, type Outbox, type Piece, type PieceFailure } from '@palimpsest/core/store'
import { createWatchers } from '../../watchers.ts'
import type { UseTables } from '../state.ts'
import type { GatewayTables, PieceRow } from './gateway-tables.ts'
import { heldLane } from './inbox.ts'

export function createMemoryOutbox(use: UseTables, tables: GatewayTables, now: () => number): Outbox {
  const watchers = createWatchers<void>()
  const own = (piece: Piece, holder: string) => {
    const row = tables.pieces[piece.no]
    // The same holder may have it again by now: its earlier try has no say any more.
    return row?.state === 'waiting' && row.holder === holder && row.piece.tries === piece.tries ? row : undefined
  }
  const change = (piece: Piece, holder: string, act: (row: PieceRow) => void) =>
    use(() => {
      const row = own(piece, holder)
      if (row !== undefined) act(row)
      return row !== undefined
    })
  return {
    add: async (pieces, lane) => {
      const isAdded = await use(() => {
        checkNewIds(pieces.map(({ conversation }) => conversation))
        if (lane !== undefined && heldLane(tables, lane) === undefined) return false
        for (const piece of pieces) {
          if (tables.byKey.has(piece.key)) continue
          tables.byKey.add(piece.key)
          const row = { ...structuredClone(piece), no: tables.pieces.length, tries: 0, isUnsure: false }
          tables.pieces.push({ piece: row, until: 0, dueAt: 0, state: 'waiting' })
        }
        return true
      })
      watchers.notify()
      return isAdded
    },
    claim: (channels, holder, most, ttlMs) =>
      use(() => claim(tables, new Set(channels), { holder, most, until: now() + ttlMs, at: now() })),
    began: (piece, holder, sentAs) =>
      change(piece, holder, (row) => {
        row.piece = { ...row.piece, sentAs }
      }),
    sent: (piece, holder, sentAs) =>
      change(piece, holder, (row) => {
        row.piece = { ...row.piece, sentAs }
        row.state = 'sent'
        row.holder = undefined
      }),
    failed: (piece, holder, failure) => change(piece, holder, (row) => fail(row, failure, now())),
    backlog: () =>
      use(() => {
        const waiting = tables.pieces.filter(({ state }) => state === 'waiting')
        return { waiting: waiting.length, ...(waiting[0] && { oldestAt: waiting[0].piece.at }) }
      }),
    watch: watchers.add,
  }
}

interface Claim {
  readonly holder: string
  readonly most: number
  readonly until: number
  readonly at: number
}

/** A thread whose oldest piece is under way, or not due yet, holds back the younger ones. */
function claim({ pieces }: GatewayTables, channels: ReadonlySet<string>, how: Claim): readonly Piece[] {
  const seen = new Set<string>()
  const taken: Piece[] = []
  for (const row of pieces) {
    if (taken.length >= how.most) break
    const { channel, thread } = row.piece
    const key = JSON.stringify([channel, thread])
    if (row.state !== 'waiting' || !channels.has(channel) || seen.has(key)) continue
    seen.add(key)
    if (row.dueAt > how.at || (row.holder !== undefined && row.until > how.at)) continue
    // A holder that died may have delivered it.
    const isUnsure = row.piece.isUnsure || row.holder !== undefined
    row.piece = { ...row.piece, tries: row.piece.tries + 1, isUnsure }
    row.holder = how.holder
    row.until = how.until
    taken.push(row.piece)
  }
  return taken
}

function fail(row: PieceRow, { retryInMs, isUnsure = false }: PieceFailure, at: number): void {
  row.holder = undefined
  row.piece = { ...row.piece, isUnsure: row.piece.isUnsure || isUnsure }
  if (retryInMs === undefined) row.state = 'given-up'
  else row.dueAt = at + retryInMs
}
