import type { EnginePorts, Occasion } from '@palimpsest/core/engine'
import { charsIn, slices } from './slices.ts'

/** A message of more is counted in steps. */
const hugeChars = 500_000
/** So many characters are counted before others may run: some milliseconds' worth. */
const countChars = 1_000_000

/** Counts a long view a little at a time, so that all later counting is for free. */
export async function countAll({ view, counter }: Occasion, ports: EnginePorts): Promise<void> {
  for (const slice of slices(view, countChars)) {
    for (const { message } of slice) {
      if (charsIn(message) > hugeChars) await counter.messageSlowly?.(message, ports.pause)
      counter.message(message)
    }
    await ports.pause()
  }
}
