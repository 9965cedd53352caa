import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from '@palimpsest/core/json'
import { z } from 'zod'
import type { CallOrigin, MemoryFile } from '../tools/agent-tool.ts'

/** The source of a memory entry, and its time. */
export interface MemoryOrigin extends CallOrigin {
  /** ISO 8601. */
  readonly at: string
}

/** Beside the files, never in them: what they hold is what every prompt shows. */
const fileName = 'origins.jsonl'

const line = z.object({
  file: z.string(),
  entry: z.string(),
  at: z.iso.datetime(),
  conversation: z.string(),
  message: z.number().optional(),
  after: z.array(z.string()),
})

/** Notes where an entry is from. It is known by a hash, so that what is forgotten is not kept here. */
export function noteOrigin(folder: string, file: MemoryFile, entry: string, origin: MemoryOrigin): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const noted = { file, entry: hashOf(entry), ...origin }
  appendFileSync(join(folder, fileName), `${JSON.stringify(noted)}\n`, { mode: 0o600 })
}

/** Finds where entries of a file are from; one that was written or changed by hand is from nowhere. */
export function readOrigins(folder: string, file: MemoryFile): (entry: string) => MemoryOrigin | undefined {
  const known = new Map<string, MemoryOrigin>()
  for (const text of textOf(join(folder, fileName)).split('\n')) {
    const noted = line.safeParse(parseJson(text)).data
    if (noted?.file !== file) continue
    const { at, conversation, message, after } = noted
    known.set(noted.entry, { at, conversation, after, ...(message !== undefined && { message }) })
  }
  return (entry) => known.get(hashOf(entry))
}

function hashOf(entry: string): string {
  return createHash('sha256').update(entry).digest('hex')
}

/** Notes that cannot be read are worth no more than none. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
