/** Runs tasks, those of a thread one after the other where one of them may take long. */
export interface ThreadOrder {
  /** Runs after all slow tasks of these threads. A task behind one that fails fails with it: else it would overtake what comes again. */
  run(threads: readonly string[], isSlow: boolean, task: () => Promise<void>): Promise<void>
}

/** Keeps what follows a message whose files are being fetched behind it. Only this process knows of the order. */
export function createThreadOrder(): ThreadOrder {
  const slow = new Map<string, Promise<void>>()
  return {
    run: async (threads, isSlow, task) => {
      const before = threads.flatMap((thread) => slow.get(thread) ?? [])
      if (before.length === 0 && !isSlow) return task()
      const done = Promise.all(before).then(task)
      for (const thread of threads) slow.set(thread, done)
      try {
        await done
      } finally {
        for (const thread of threads) if (slow.get(thread) === done) slow.delete(thread)
      }
    },
  }
}
