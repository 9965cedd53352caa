import { join } from 'node:path'
import type { MemoryReport, NoteOrigin } from './runtime.ts'

/** As much of a memory as can be looked at. */
interface ReadableMemory {
  read(file: (typeof files)[number]): {
    readonly shown: string
    readonly usedBytes: number
    readonly maxBytes: number
    readonly leftOut: readonly { readonly line: number; readonly reason: string }[]
    readonly origins: readonly NoteOrigin[]
  }
}

const files = ['MEMORY.md', 'USER.md'] as const

/** Both files; one that cannot be read says why. */
export function memoryReport(memory: ReadableMemory, folder: string): readonly MemoryReport[] {
  return files.map((file) => {
    const path = join(folder, file)
    try {
      const { shown: text, usedBytes, maxBytes, leftOut, origins } = memory.read(file)
      return { kind: 'read', file, path, text, usedBytes, maxBytes, leftOut, origins }
    } catch (error) {
      return { kind: 'unreadable', file, path, reason: error instanceof Error ? error.message : String(error) }
    }
  })
}
