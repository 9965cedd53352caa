import type { EntryId } from '@palimpsest/core/engine'
import type { RecordPiece } from './epoch-layout.ts'
import type { LcmSizes } from './lcm-sizes.ts'

/** Nodes that are written anew at one change of the view: it is made for other reasons, and somebody may wait. */
const mostRewritten = 2

/** Marks nodes that code wrote while no model could, so that a model writes them anew from what they represent. */
export function rewriteRough(
  pieces: readonly RecordPiece[],
  rough: readonly EntryId[],
  sizes: LcmSizes,
): readonly RecordPiece[] {
  let left = mostRewritten
  return pieces.map((piece) => {
    const [block] = piece.blocks
    if (left === 0 || piece.targetTokens !== undefined || block?.kind !== 'node') return piece
    if (block.shape === undefined || !rough.includes(block.shown.id)) return piece
    left--
    return { ...piece, targetTokens: block.depth > 1 ? sizes.condensedTokens : sizes.recordTokens, isRewrite: true }
  })
}
