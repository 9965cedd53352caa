/** Enough of an id to tell it apart: the millisecond it began in. */
export function shortId(id: string): string {
  return id.slice(0, 13)
}
