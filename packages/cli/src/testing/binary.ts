import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const binary = join(dirname(fileURLToPath(import.meta.url)), '../../bin/palimpsest.mjs')

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A scratch folder in which the built command is run as a user would run it, with little memory. */
export interface BinarySandbox {
  readonly folder: string
  palimpsest(args: readonly string[], input?: string | Buffer): Ran
  /** Writes a file and returns its name. */
  file(name: string, text: string | Buffer): string
  clear(): void
}

export function createBinarySandbox(): BinarySandbox {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-cli-'))
  return {
    folder,
    palimpsest: (args, input) => {
      const done = spawnSync(process.execPath, ['--max-old-space-size=512', binary, ...args], {
        cwd: folder,
        input,
        encoding: 'utf8',
        maxBuffer: 64_000_000,
        env: { ...process.env, NO_COLOR: '1' },
      })
      return { code: done.status, out: done.stdout, err: done.stderr }
    },
    file: (name, text) => {
      writeFileSync(join(folder, name), text)
      return name
    },
    clear: () => rmSync(folder, { recursive: true }),
  }
}

export const sampleChat = [
  { role: 'system', content: 'Be brief.' },
  {
    role: 'user',
    content: [
      { type: 'text', text: '看看这个文件' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
    ],
  },
  {
    role: 'assistant',
    content: null,
    reasoning_content: 'I should look.',
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"path": "src/a.ts"}' } },
    ],
    x_unknown: { kept: true },
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'export const a = 1\n'.repeat(200) },
  { role: 'assistant', content: 'It exports a.' },
]
/** The same after a header, a line each. */
export const jsonl = [{ id: 'demo', model: 'claude-sonnet-5' }, ...sampleChat]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')
