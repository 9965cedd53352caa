const last = new Map<string, Promise<unknown>>()

/** Runs work on one file after another: of two changes made at once, neither may undo the other. */
export async function inTurn<T>(path: string | undefined, work: () => Promise<T>): Promise<T> {
  if (path === undefined) return work()
  const before = last.get(path) ?? Promise.resolve()
  const mine = before.then(work, work)
  last.set(path, mine)
  try {
    return await mine
  } finally {
    if (last.get(path) === mine) last.delete(path)
  }
}
