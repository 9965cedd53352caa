import { statSync } from 'node:fs'

/** Tells one state of a file from another without reading it; a file that cannot be looked at has a stamp as well. */
export function fileStamp(path: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(path)
    return `${mtimeMs} ${size} ${ino}`
  } catch {
    return ''
  }
}
