import type { AgentTool } from './agent-tool.ts'
import { patch } from './files/patch.ts'
import { readFile } from './files/read-file.ts'
import { writeFile } from './files/write-file.ts'
import { memory } from './memory/memory.ts'
import { readOriginal } from './memory/read-original.ts'
import { recall } from './memory/recall.ts'
import { listFiles } from './search/list-files.ts'
import { searchFiles } from './search/search-files.ts'
import { terminal } from './terminal/terminal.ts'

/** The tools of the agent itself, always in this order: it is part of the cached prefix. */
export const builtInTools: readonly AgentTool[] = [
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
