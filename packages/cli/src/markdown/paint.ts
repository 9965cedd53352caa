import type { Colours } from '../terminal/colours.ts'
import type { Accent, InlinePiece } from './inline.ts'

/** A piece as the terminal shows it. Without colours code keeps its backticks, else nothing would mark it. */
export function paint({ text, accents }: InlinePiece, colours: Colours): string {
  if (!colours.isColorSupported) return text
  return accents.reduce((painted, accent) => brush(accent, colours)(painted), text)
}

function brush(accent: Accent, colours: Colours): (text: string) => string {
  switch (accent) {
    case 'bold':
      return colours.bold
    case 'italic':
      return colours.italic
    case 'code':
      return colours.cyan
    case 'struck':
      return colours.strikethrough
    case 'link':
      return colours.underline
    case 'address':
      return colours.dim
  }
}

/** Pieces as they are to be shown: where there are no colours, code keeps its ticks. */
export function shownPieces(pieces: readonly InlinePiece[], colours: Colours): readonly InlinePiece[] {
  if (colours.isColorSupported) return pieces
  return pieces.map((piece) => (piece.accents.includes('code') ? { ...piece, text: `\`${piece.text}\`` } : piece))
}
