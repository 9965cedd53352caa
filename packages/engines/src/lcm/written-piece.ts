import type { Shown } from '@palimpsest/core/engine'
import type { Piece } from './epoch-layout.ts'
import type { WrittenRecord } from './node-cache.ts'

/** A piece with its record; without one it stays as it is. */
export interface WrittenPiece {
  readonly piece: Piece
  readonly record?: WrittenRecord
}

/** The entries of the view that a piece is made of. */
export function itemsOf({ blocks }: Piece): readonly Shown[] {
  return blocks.flatMap((block) => (block.kind === 'raw' ? block.items : [block.shown]))
}
