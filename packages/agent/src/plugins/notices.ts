/** Faults of plugins, in plain words, kept until a caller that can show them asks. */
export interface Notices {
  tell(text: string): void
  /** Everything reported since the last call, each once. */
  drain(): readonly string[]
}

/** A plugin that fails more often before anyone looks reports nothing new. */
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
