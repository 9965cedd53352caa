import { countNoun } from '../terminal/count-noun.ts'
import type { Io } from '../terminal/io.ts'

/** Work that is done sooner needs no progress. */
const quietMs = 800
const everyMs = 200

export interface ReadingProgress {
  read(messages: number): void
  clear(): void
}

/** Shows a person how much was read, on one line that is gone in the end. */
export function createReadingProgress(io: Io): ReadingProgress {
  const startMs = Date.now()
  let shownMs = 0
  return {
    read: (messages) => {
      if (io.progress === undefined || messages % 100 !== 0) return
      const now = Date.now()
      if (now - startMs < quietMs || now - shownMs < everyMs) return
      shownMs = now
      io.progress(`Read ${countNoun(messages, 'message')}…`)
    },
    clear: () => {
      if (shownMs > 0) io.progress?.('')
      shownMs = 0
    },
  }
}
