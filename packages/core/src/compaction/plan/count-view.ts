import type { Shown } from '../../contract/occasion.ts'
import type { Counter } from '../../tokens/count.ts'

/** So many tokens are counted before others may run: some milliseconds' worth. */
const stepTokens = 25_000

/** Counts a view a little at a time: a counter remembers, so callers that ask for its size then get it at once. */
export async function countView(view: readonly Shown[], counter: Counter, pause: () => Promise<void>): Promise<void> {
  let tokens = 0
  for (const { message } of view) {
    tokens += (await counter.messageSlowly?.(message, pause)) ?? counter.message(message)
    if (tokens < stepTokens) continue
    tokens = 0
    await pause()
  }
}
