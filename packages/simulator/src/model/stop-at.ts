import type { Said } from './model.ts'

/** A reply, and the text that ended it. */
export interface Stopped {
  readonly said: Said
  /** Absent where it ended by itself. */
  readonly at?: string
}

/** A reply up to the first of these texts, which is itself not said; thoughts and calls may hold them. */
export function stopAt(said: Said, stops: readonly string[]): Stopped {
  for (const [i, piece] of said.entries()) {
    const found = piece.type === 'text' ? firstIn(piece.text, stops) : undefined
    if (piece.type !== 'text' || found === undefined) continue
    const text = piece.text.slice(0, found.start)
    return { said: [...said.slice(0, i), ...(text === '' ? [] : [{ ...piece, text }])], at: found.stop }
  }
  return { said }
}

/** The one that is complete first. */
function firstIn(text: string, stops: readonly string[]) {
  const found = stops.map((stop) => ({ stop, start: text.indexOf(stop) })).filter(({ start }) => start >= 0)
  const ends = found.map(({ stop, start }) => start + stop.length)
  return found[ends.indexOf(Math.min(...ends))]
}
