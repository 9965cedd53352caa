/** What plugins did wrong, in plain words, until someone who can show it asks. */
export interface Notices {
  tell(text: string): void
  /** All that was told since the last time, each once. */
  drain(): readonly string[]
}

/** Whoever fails more often than this before anyone looks says nothing new. */
const mostKept = 20

export function createNotices(): Notices {
  const kept = new Set<string>()
  return {
    tell: (text) => {
      if (kept.size < mostKept) kept.add(text)
    },
    drain: () => {
      const told = [...kept]
      kept.clear()
      return told
    },
  }
}
