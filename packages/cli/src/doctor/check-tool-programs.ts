import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DoctorParts } from '../compose.ts'
import { oneLine } from '../terminal/width.ts'
import { codeOf, type DoctorCheck, fail, ok } from './doctor-check.ts'

type Tool = DoctorParts['builtInTools'][number]

/** Long enough for a shell to start on a busy machine. */
const timeoutMs = 10_000

/** Checks that the tools that need programs find them: each does a small task in its own folder. */
export async function checkToolPrograms(tools: readonly Tool[]): Promise<readonly DoctorCheck[]> {
  const folder = await mkdtemp(join(tmpdir(), 'palimpsest-doctor-'))
  try {
    await writeFile(join(folder, 'a.txt'), 'needle\n')
    return [
      await tried(
        'search',
        find(tools, 'search_files'),
        { pattern: 'needle' },
        {
          folder,
          good: 'ripgrep finds files',
          remedy: 'Install ripgrep (rg) so that it is found in the PATH.',
        },
      ),
      await tried(
        'terminal',
        find(tools, 'terminal'),
        { command: 'echo needle' },
        {
          folder,
          good: 'commands can be run',
          remedy: 'Check that there is a shell, and that it may start programs.',
        },
      ),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function find(tools: readonly Tool[], name: string): Tool | undefined {
  return tools.find((tool) => tool.name === name)
}

interface Trial {
  readonly folder: string
  readonly good: string
  readonly remedy: string
}

async function tried(name: string, tool: Tool | undefined, input: object, trial: Trial): Promise<DoctorCheck> {
  if (tool === undefined) return fail(name, 'there is no such tool', 'Install Palimpsest again.')
  try {
    const { text, isError } = await tool.run(input, contextIn(trial.folder), AbortSignal.timeout(timeoutMs))
    if (!isError && text.includes('needle')) return ok(name, trial.good)
    return fail(name, oneLine(text).slice(0, 200).trim(), trial.remedy)
  } catch (error) {
    return fail(name, codeOf(error), trial.remedy)
  }
}

const refuse = async () => ({ kind: 'refused', reason: 'This is a trial.' }) as const

/** A world with nothing in it but a folder. */
function contextIn(folder: string): Parameters<Tool['run']>[1] {
  return {
    workspace: folder,
    resultsFolder: folder,
    confirm: async () => true,
    archive: { recall: async () => ({ hits: [], searched: 0, capped: false }), readOriginal: async () => undefined },
    memory: { preview: refuse, change: refuse },
  }
}
