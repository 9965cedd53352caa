import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { writeSmallFile } from '../config/write-small-file.ts'
import type { MemoryAnswer, MemoryChange, MemoryFile, MemoryPort, MemoryPreview } from '../tools/agent-tool.ts'
import { editMemory } from './edit-memory.ts'
import { entriesOf, entryText } from './entries.ts'
import { type LeftOut, leaveOutInjected } from './leave-out-injected.ts'
import { type MemoryOrigin, noteOrigin, readOrigins } from './origins.ts'
import { tidy } from './tidy.ts'

export interface MemoryOptions {
  /** Largest `MEMORY.md`. @default 8192 */
  readonly memoryBytes?: number
  /** Largest `USER.md`. @default 4096 */
  readonly userBytes?: number
}

/** About 2,000 and 1,000 tokens: they are paid for in every request. */
export const memoryDefaults = { memoryBytes: 8_192, userBytes: 4_096 } as const satisfies Required<MemoryOptions>

/** A memory file, read now. */
export interface ReadMemory {
  readonly file: MemoryFile
  readonly path: string
  readonly entries: readonly string[]
  /** The text in the system prompt; the same bytes as long as the file says the same. */
  readonly shown: string
  readonly usedBytes: number
  readonly maxBytes: number
  /** Lines that steer the assistant, and so are not shown. */
  readonly leftOut: readonly LeftOut[]
  /** The origins of entries that an assistant noted; lines count from 1. */
  readonly origins: readonly (MemoryOrigin & { readonly line: number })[]
}

/** The memory that persists between conversations, in two files that the user may edit too. */
export interface Memory extends MemoryPort {
  /** Every change that was asked for so far is on the disk, or was refused. */
  commit(): Promise<void>
  /** Throws when a file is there and cannot be read: what cannot be read is not the same as nothing. */
  read(file: MemoryFile): ReadMemory
}

/** Opens the memory in a folder, which is made at the first change. */
export function createMemory(folder: string, options: MemoryOptions = {}): Memory {
  const { memoryBytes, userBytes } = { ...memoryDefaults, ...options }
  const limits: Readonly<Record<MemoryFile, number>> = { 'MEMORY.md': memoryBytes, 'USER.md': userBytes }
  let last: Promise<unknown> = Promise.resolve()
  return {
    commit: async () => {
      await last.catch(() => undefined)
    },
    read: (file) => readMemory(file, folder, limits[file]),
    preview: async (file, change) => {
      await last.catch(() => undefined)
      return preview(join(folder, file), change, limits[file])
    },
    change: (file, change, from) => {
      const act = () =>
        tellDiskFaults(async () => {
          // Noted first: an origin without its entry says nothing, an entry without its origin is one nobody can place.
          if (from !== undefined && 'text' in change)
            noteOrigin(folder, file, entryText(change.text), { ...from, at: new Date().toISOString() })
          return changeMemory(join(folder, file), change, limits[file])
        })
      const mine = last.then(act, act)
      last = mine
      return mine
    },
  }
}

function readMemory(file: MemoryFile, folder: string, maxBytes: number): ReadMemory {
  const path = join(folder, file)
  const text = tidy(bytesOf(path)?.toString('utf8') ?? '')
  const { text: shown, leftOut } = leaveOutInjected(cutTo(text, maxBytes))
  const entries = entriesOf(text)
  const originOf = readOrigins(folder, file)
  const origins = entries.flatMap(({ text: entry, start }) => {
    const origin = originOf(entry)
    return origin === undefined ? [] : [{ ...origin, line: start + 1 }]
  })
  const texts = entries.map((entry) => entry.text)
  return { file, path, entries: texts, shown, usedBytes: Buffer.byteLength(text), maxBytes, leftOut, origins }
}

/** Computes the effect of a change on the current file. */
function preview(path: string, change: MemoryChange, maxBytes: number): MemoryPreview {
  const before = decode(bytesOf(path))
  if (before === undefined) return { kind: 'refused', reason: notText(path) }
  const edit = editMemory(before, change, maxBytes)
  if (edit.kind === 'refused') return edit
  if (edit.text === before) return { kind: 'same' }
  const { taken, put } = edit
  return { kind: 'changes', ...(taken !== undefined && { taken }), ...(put !== undefined && { put }) }
}

function notText(path: string): string {
  return `${path} is not UTF-8 text. Convert it, then try again.`
}

/** Several processes can change a file at once; each that lost a race starts over from what the winner wrote. */
const mostRaces = 20
/** Two that compared at the same moment both replace the file; after this long the second has done so, and it shows. */
const settleMs = 25

async function changeMemory(path: string, change: MemoryChange, maxBytes: number): Promise<MemoryAnswer> {
  for (let race = 0; race < mostRaces; race++) {
    const bytes = bytesOf(path)
    const before = decode(bytes)
    if (before === undefined) return refused(notText(path))
    const edit = editMemory(before, change, maxBytes)
    if (edit.kind === 'refused') return edit
    const changed: MemoryAnswer = { kind: 'changed', usedBytes: Buffer.byteLength(edit.text), maxBytes }
    if (edit.text === before) return changed
    if (!writeSmallFile(path, edit.text, () => isUnchanged(path, bytes))) continue
    await delay(settleMs)
    if (!isUndone(before, edit.text, decode(bytesOf(path)) ?? '')) return changed
  }
  return refused(`${path} is being changed by others without pause. Try again.`)
}

/** True when a file has lost what an edit added, or has regained what the edit removed. */
function isUndone(before: string, after: string, now: string): boolean {
  const old = textsOf(before)
  const wanted = textsOf(after)
  const held = textsOf(now)
  const isLost = [...wanted].some((entry) => !old.has(entry) && !held.has(entry))
  return isLost || [...old].some((entry) => !wanted.has(entry) && held.has(entry))
}

function textsOf(text: string): ReadonlySet<string> {
  return new Set(entriesOf(text).map((entry) => entry.text))
}

/** Reports a full or inaccessible disk instead of ending the turn. */
async function tellDiskFaults(act: () => Promise<MemoryAnswer>): Promise<MemoryAnswer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    return refused(`Nothing was changed: ${error.message}. Free space or check the rights, then try again.`)
  }
}

function refused(reason: string): MemoryAnswer {
  return { kind: 'refused', reason }
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function isUnchanged(path: string, bytes: Buffer | undefined): boolean {
  const now = bytesOf(path)
  return now === undefined || bytes === undefined ? now === bytes : now.equals(bytes)
}

/** `undefined` for bytes that rewriting would destroy. */
function decode(bytes: Buffer | undefined): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** A file that grew by hand is shown from its start, in whole lines, and says so. */
function cutTo(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  const lines = text.split('\n')
  let bytes = 0
  const kept = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1
    return bytes > maxBytes
  })
  return [...lines.slice(0, kept), `[cut: the file is larger than ${maxBytes} bytes]`, ''].join('\n')
}
