import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseJson } from '@palimpsest/core/json'

/** Earlier input, newest last. */
export interface History {
  readonly entries: readonly string[]
  /** Keeps a message for the next time; nothing secret is kept. */
  add(text: string): Promise<void>
}

const mostKept = 1_000
/** A longer text was pasted: nobody looks for it by going back. */
const longest = 10_000

/** The history in a file, a JSON string a line. One that cannot be read is begun anew. */
export async function openHistory(path: string): Promise<History> {
  let entries = linesOf(await readFile(path, 'utf8').catch(() => ''))
  return {
    get entries() {
      return entries
    },
    add: async (text) => {
      entries = await rememberInput(entries, text)
      // A history that cannot be written is no reason to stop talking.
      await write(path, entries).catch(() => undefined)
    },
  }
}

/** The history with one more entry, without its secrets; a repeated one moves to the end. */
export async function rememberInput(entries: readonly string[], text: string): Promise<readonly string[]> {
  // Not needed to type the first message, so the prompt does not wait for it.
  const { redact } = await import('@palimpsest/core/redact')
  const kept = redact(text).text.trim()
  if (kept === '' || kept.length > longest) return entries
  return [...entries.filter((entry) => entry !== kept), kept].slice(-mostKept)
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const value = line === '' ? undefined : parseJson(line)
    return typeof value === 'string' ? [value] : []
  })
}

async function write(path: string, entries: readonly string[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID().slice(0, 8)}.part`
  const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600 })
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}
