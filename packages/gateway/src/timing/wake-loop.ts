/** Something that is done when it is woken, never twice at the same time, and once more when it was woken meanwhile. */
export interface WakeLoop {
  wake(): void
  /** Resolves when it does nothing any more. */
  settled(): Promise<void>
}

export function createWakeLoop(act: () => Promise<void>, onFault: (error: unknown) => void): WakeLoop {
  let isWoken = false
  let running: Promise<void> | undefined
  const run = async () => {
    while (isWoken) {
      isWoken = false
      await act()
    }
  }
  const wake = () => {
    isWoken = true
    running ??= run()
      .catch(onFault)
      .then(() => {
        running = undefined
        if (isWoken) wake()
      })
  }
  return {
    wake,
    settled: async () => {
      while (running !== undefined) await running
    },
  }
}
