/** A value made where it is first needed. */
export function once<T>(make: () => T): () => T {
  let known: { readonly made: T } | undefined
  return () => {
    known ??= { made: make() }
    return known.made
  }
}
