import type { Shown } from '@palimpsest/core/engine'
import type { RecordPiece } from './epoch-layout.ts'
import type { WrittenRecord } from './node-cache.ts'

/** A piece with its record; without one it stays as it is. */
export interface WrittenPiece {
  readonly piece: RecordPiece
  readonly record?: WrittenRecord
}

/** The entries of the view that a piece is made of. */
export function pieceEntries({ blocks }: RecordPiece): readonly Shown[] {
  return blocks.flatMap((block) => (block.kind === 'raw' ? block.items : [block.shown]))
}
