import type { Arrival, ConversationId, LoggedEvent, Piece } from '@palimpsest/core/store'

/** A lane's row: who holds it until when, and how much of what arrived is handled. */
export interface LaneRow {
  holder?: string
  until: number
  epoch: number
  arrived: number
  handled: number
}

/** A piece's row. */
export interface PieceRow {
  piece: Piece
  holder?: string
  until: number
  dueAt: number
  state: 'waiting' | 'sent' | 'given-up'
}

/** The rows of a gateway. */
export interface GatewayTables {
  readonly arrivals: { row: Arrival; isDone: boolean }[]
  readonly bySource: Map<string, Arrival>
  readonly lanes: Map<ConversationId, LaneRow>
  readonly pieces: PieceRow[]
  readonly byKey: Set<string>
  readonly events: Map<ConversationId, LoggedEvent[]>
}

export function createGatewayTables(): GatewayTables {
  return { arrivals: [], bySource: new Map(), lanes: new Map(), pieces: [], byKey: new Set(), events: new Map() }
}

/** Nothing of a conversation that was removed waits any more; its sources stay known. */
export function forgetConversation(tables: GatewayTables, conversation: ConversationId): void {
  for (const arrival of tables.arrivals) if (arrival.row.conversation === conversation) arrival.isDone = true
  for (const row of tables.pieces) if (row.piece.conversation === conversation) row.state = 'given-up'
  tables.lanes.delete(conversation)
  tables.events.delete(conversation)
}

/** True when something came for a conversation, or happened or is being done in it; a removal ends that. */
export function isKnownToGateway({ lanes, events, pieces }: GatewayTables, conversation: ConversationId): boolean {
  const waits = pieces.some(({ piece, state }) => piece.conversation === conversation && state === 'waiting')
  return lanes.has(conversation) || events.has(conversation) || waits
}
