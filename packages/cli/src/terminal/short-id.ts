/** Enough of an id to identify it: the millisecond it began in. */
export function shortId(id: string): string {
  return id.slice(0, 13)
}
