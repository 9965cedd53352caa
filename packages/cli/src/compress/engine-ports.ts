import { setImmediate, setTimeout } from 'node:timers/promises'
import type { EnginePorts } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import { uuidv7 } from 'uuidv7'
import type { Io } from '../terminal/io.ts'

/** Returns the world of an engine when there is only a transcript file: originals can only be looked up in it. */
export function enginePorts(io: Io): Omit<EnginePorts, 'originals' | 'log' | 'summaryModels'> {
  return {
    mintId: () => entryId(uuidv7()),
    howToRead: (number) => `Its original is message ${number} of the transcript.`,
    howToRecall:
      'The originals are in the transcript as it was before; ask for them by their numbers, counted from #0.',
    pause: () => setImmediate(),
    now: () => Date.now(),
    wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
    ...(io.progress && { onProgress: (done, total) => showProgress(done, total, io) }),
  }
}

/** Shown before the first word is there: a model may take a minute for it. */
function showProgress(done: number, total: number, io: Io): void {
  const text = total > 1 ? `Summarised ${done} of ${total} chunks` : 'Writing the summary …'
  io.progress?.(`${text}${done === total ? '\n' : ''}`)
}
