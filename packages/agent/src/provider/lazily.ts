/** Makes something once, when it is first asked for: an SDK takes longer to load than a prompt may take to show. */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
