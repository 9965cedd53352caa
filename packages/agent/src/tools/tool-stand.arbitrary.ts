import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AgentTool, ArchivePort, MemoryAnswer, MemoryChange, ToolContext, ToolResult } from './agent-tool.ts'

/** A workspace on disk, with a user who answers and a memory that notes what it was told. */
export interface Stand {
  readonly folder: string
  readonly workspace: string
  readonly results: string
  readonly context: ToolContext
  readonly asked: string[]
  readonly remembered: { readonly file: string; readonly change: MemoryChange }[]
  says: boolean
  memoryAnswer: MemoryAnswer
  run(tool: AgentTool, input: unknown, options?: Partial<ToolContext>, signal?: AbortSignal): Promise<ToolResult>
  write(path: string, content: string | Uint8Array): string
  /** Every file below the stand's folder. */
  everything(): readonly string[]
  remove(): void
}

const silent: ArchivePort = {
  recall: async () => ({ hits: [], searched: 0, capped: false }),
  readOriginal: async () => undefined,
}

/** Links are named, not followed: Node's own recursive listing goes round in circles. */
function walk(folder: string, from: string): readonly string[] {
  return readdirSync(join(folder, from), { withFileTypes: true }).flatMap((entry) => {
    const path = join(from, entry.name)
    return entry.isDirectory() ? [path, ...walk(folder, path)] : [path]
  })
}

function sides(change: MemoryChange): { readonly taken?: string; readonly put?: string } {
  return { ...('old' in change && { taken: change.old }), ...('text' in change && { put: change.text }) }
}

export function createStand(): Stand {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'palimpsest-tools-')))
  const workspace = join(folder, 'work')
  const results = join(folder, 'results')
  mkdirSync(workspace)
  mkdirSync(results)
  const asked: string[] = []
  const remembered: { file: string; change: MemoryChange }[] = []
  const stand: Stand = {
    folder,
    workspace,
    results,
    asked,
    remembered,
    says: true,
    memoryAnswer: { kind: 'changed', usedBytes: 100, maxBytes: 8_192 },
    context: {
      workspace,
      resultsFolder: results,
      archive: { ...silent },
      confirm: async ({ text }) => {
        asked.push(text)
        return stand.says
      },
      memory: {
        preview: async (_, change) =>
          stand.memoryAnswer.kind === 'refused' ? stand.memoryAnswer : { kind: 'changes', ...sides(change) },
        change: async (file, change) => {
          remembered.push({ file, change })
          return stand.memoryAnswer
        },
      },
    },
    run: (tool, input, options = {}, signal = new AbortController().signal) =>
      tool.run(input, { ...stand.context, ...options }, signal),
    write(path, content) {
      const full = join(workspace, path)
      mkdirSync(dirname(full), { recursive: true })
      writeFileSync(full, content)
      return full
    },
    everything: () => walk(folder, '').toSorted(),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  return stand
}
