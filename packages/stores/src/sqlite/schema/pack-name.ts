import type { SqlValue } from '../connection/driver.ts'

/** A text as it is kept: as JSON, so that signs which SQLite would cut or change come back as they were. */
export function packName(text: string): string {
  return JSON.stringify(text)
}

export function unpackName(value: SqlValue | undefined): string {
  return JSON.parse(String(value)) as string
}
