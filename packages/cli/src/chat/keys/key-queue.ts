import type { KeyPress } from './line-editor.ts'
import { createRestOfWord } from './rest-of-word.ts'

/** Keys on their way to a listener. */
export interface KeyQueue {
  /** All keys go to the latest listener, or wait while there is none. Returns a function to stop listening. */
  listen(onKey: (key: KeyPress) => void): () => void
  /** Hands a key on to the current listener. */
  pass(key: KeyPress): void
  /** One key was taken for a word: who types all of it, and Enter, means no more by that. */
  takenFor(word: string): void
  /** Gives keys back to the next listener, before all others. */
  unread(keys: readonly KeyPress[]): void
}

export function createKeyQueue(): KeyQueue {
  const listeners: ((key: KeyPress) => void)[] = []
  const waiting: KeyPress[] = []
  const deliver = () => {
    for (let to = listeners.at(-1); to !== undefined && waiting.length > 0; to = listeners.at(-1)) {
      const key = waiting.shift()
      if (key !== undefined) to(key)
    }
  }
  const hand = (keys: readonly KeyPress[]) => {
    waiting.push(...keys)
    deliver()
  }
  const rest = createRestOfWord(hand)
  return {
    listen: (onKey) => {
      listeners.push(onKey)
      // Not at once: whoever listens must first know how to stop.
      setImmediate(deliver)
      return () => {
        const at = listeners.lastIndexOf(onKey)
        if (at !== -1) listeners.splice(at, 1)
      }
    },
    pass: (key) => hand(rest.handOn(key)),
    takenFor: (word) => rest.expect(word.slice(1)),
    unread: (keys) => {
      const newer = waiting.splice(0)
      for (const key of [...keys, ...newer]) waiting.push(key)
    },
  }
}
