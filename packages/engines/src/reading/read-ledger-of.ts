import {
  createFactReader,
  type EnginePorts,
  type Ledger,
  redactMessage,
  redactSlowly,
  type Shown,
} from '@palimpsest/core/engine'
import { charsIn, slices } from './slices.ts'

/** So many characters are read before others may run: some milliseconds' worth. */
const readChars = 100_000
/** A message of more is gone through in steps. */
const hugeChars = 100_000

/** Adds the facts of messages to a ledger, secrets taken out first. */
export async function readLedgerOf(
  ledger: Ledger,
  items: readonly Shown[],
  { pause }: Pick<EnginePorts, 'pause'>,
): Promise<Ledger> {
  const reader = createFactReader(ledger, redactMessage)
  for (const slice of slices(items, readChars)) {
    // What is found out here is remembered, so that the reader need not wait for it.
    for (const { message } of slice) if (charsIn(message) > hugeChars) await redactSlowly(message, pause)
    for (const _ of reader.steps(slice)) await pause()
    await pause()
  }
  return reader.ledger()
}
