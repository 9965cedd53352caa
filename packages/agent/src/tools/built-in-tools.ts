import { listFiles } from './list-files.ts'
import { memory } from './memory.ts'
import { patch } from './patch.ts'
import { readFile } from './read-file.ts'
import { readOriginal } from './read-original.ts'
import { recall } from './recall.ts'
import { searchFiles } from './search-files.ts'
import { terminal } from './terminal.ts'
import type { Tool } from './tool.ts'
import { writeFile } from './write-file.ts'

/** The tools of the agent itself, always in this order: it is part of the cached prefix. */
export const builtInTools: readonly Tool[] = [
  readFile,
  writeFile,
  patch,
  listFiles,
  searchFiles,
  terminal,
  recall,
  readOriginal,
  memory,
]
