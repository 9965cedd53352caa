/** Formats a value for quoting in a message: text as it is, all else as JSON, ignoring its own `toString`. */
export function show(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')
}
