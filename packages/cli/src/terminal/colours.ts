import pc from 'picocolors'
import type { Io } from './io.ts'

export type Colours = ReturnType<typeof pc.createColors>

/** Colour only on a terminal; `NO_COLOR` always wins. */
export function coloursFor(io: Io): Colours {
  const { NO_COLOR, FORCE_COLOR, TERM } = io.env
  if (NO_COLOR !== undefined && NO_COLOR !== '') return pc.createColors(false)
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '0') return pc.createColors(true)
  return pc.createColors(io.isTerminal && TERM !== 'dumb')
}
