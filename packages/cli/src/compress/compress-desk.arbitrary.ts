import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommandLine } from '../run-command-line.ts'
import type { Io } from '../terminal/io.ts'
import { type BinarySandbox, createBinarySandbox, type Ran } from '../testing/binary.ts'

/** A desk on which the command is run in this process: starting the built one is slow. */
export interface CompressDesk extends BinarySandbox {
  /** Runs `palimpsest compress` on a file of the desk. */
  compress(name: string, args?: readonly string[], io?: Partial<Io>): Promise<Ran>
  /** Runs any command; names of files are given whole. */
  here(args: readonly string[], io?: Partial<Io>): Promise<Ran>
  /** What it prints with `--json`. */
  json(name: string, args?: readonly string[]): Promise<ReturnType<typeof JSON.parse>>
  path(name: string): string
  text(name: string): string
}

export function createCompressDesk(): CompressDesk {
  const desk = createBinarySandbox()
  const path = (name: string) => join(desk.folder, name)
  const here = async (args: readonly string[], io: Partial<Io> = {}): Promise<Ran> => {
    const said = { out: '', err: '' }
    const code = await runCommandLine(args, { ...quietIo(said), ...io })
    return { code, ...said }
  }
  const compress: CompressDesk['compress'] = (name, args = [], io) => here(['compress', path(name), ...args], io)
  return {
    ...desk,
    here,
    compress,
    path,
    json: async (name, args = []) => JSON.parse((await compress(name, [...args, '--json'])).out),
    text: (name) => readFileSync(path(name), 'utf8'),
  }
}

function quietIo(said: { out: string; err: string }): Io {
  return {
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    stdin: (async function* () {})(),
    env: { NO_COLOR: '1' },
    isTerminal: false,
    columns: 100,
    showsProgress: false,
    canAsk: false,
    interrupted: new AbortController().signal,
  }
}

const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } }
const rounds = 40

function round(n: number): readonly object[] {
  const id = `call_${n}`
  const path = `src/module-${n}.ts`
  const call = { name: 'read_file', arguments: JSON.stringify({ path }) }
  return [
    ...(n % 10 === 0 ? [{ role: 'user', content: `Please go on with part ${n} of the work on ${path}.` }] : []),
    { role: 'assistant', content: `Reading ${path}.`, tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content: `export const value${n} = ${n} // line of ${path}\n`.repeat(60) },
  ]
}

export const rule = 'Never push to the main branch without asking me.'
export const lastRequest = 'Now make the test in src/last.test.ts pass.'

/** A session of some 35,000 tokens, with a rule, pictures and thinking in it. */
export const longChat: readonly object[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'text', text: `Look at this. ${rule}` }, picture] },
  { role: 'assistant', content: 'I see a board.', reasoning_content: 'A picture of a board.' },
  ...Array.from({ length: rounds }, (_, n) => round(n)).flat(),
  { role: 'user', content: [{ type: 'text', text: lastRequest }, picture] },
  { role: 'assistant', content: 'On it.', reasoning_content: 'The last test.', x_unknown: { kept: true } },
]

export const shortChat: readonly object[] = [...longChat.slice(0, 3), ...longChat.slice(-2)]

export const jsonLines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
export const header = { id: 'demo', model: 'claude-sonnet-5' }
/** A window that `longChat` is far too large for. */
export const small = ['--context-length', '16000']
