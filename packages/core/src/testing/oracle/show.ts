/** A value as a message can quote it: text as it is, all else as JSON, whatever its own `toString` says. */
export function show(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}
