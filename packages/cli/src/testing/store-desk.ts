import { join } from 'node:path'
import { expect } from 'vitest'
import { runCommandLine } from '../run-command-line.ts'
import type { Io } from '../terminal/io.ts'
import { type BinarySandbox, createBinarySandbox, type Ran } from './binary.ts'

/** A desk with conversations on it. The built command is slow to start: what needs many runs calls it in this process. */
export interface StoreDesk extends BinarySandbox {
  /** Runs the built command on a database of the desk. */
  on(args: readonly string[], db?: string): Ran
  /** Runs the same in this process; `answer` is what a person at a terminal would type. */
  here(args: readonly string[], db?: string, answer?: string): Promise<Ran>
  /** Returns the parsed `--json` output of the command. */
  json(args: readonly string[], db?: string): Promise<ReturnType<typeof JSON.parse>>
  /** Imports a file of the desk and returns the id of its conversation. */
  imported(name: string, db?: string): Promise<string>
}

export function createStoreDesk(): StoreDesk {
  const desk = createBinarySandbox()
  const place = (db: string) => (db === '' || db.includes('://') ? db : join(desk.folder, db))
  const here = async (args: readonly string[], db = 'state.db', answer?: string): Promise<Ran> => {
    const said = { out: '', err: '' }
    const code = await runCommandLine([...args, '--db', place(db)], deskIo(said, answer))
    return { code, ...said }
  }
  return {
    ...desk,
    on: (args, db = 'state.db') => desk.palimpsest([...args, '--db', db]),
    here,
    json: async (args, db) => JSON.parse((await here([...args, '--json'], db)).out),
    imported: async (name, db) => {
      const { code, out, err } = await here(['sessions', 'import', join(desk.folder, name)], db)
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(/^Imported \d+ messages?\.\n$| is already here as \S+\.\n$/),
      ])
      return out.trim()
    },
  }
}

function deskIo(said: { out: string; err: string }, answer: string | undefined): Io {
  return {
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    stdin: (async function* () {
      if (answer !== undefined) yield new TextEncoder().encode(answer)
    })(),
    env: { NO_COLOR: '1' },
    isTerminal: false,
    columns: 80,
    showsProgress: false,
    canAsk: answer !== undefined,
    interrupted: new AbortController().signal,
  }
}

export const sampleTalk = [
  { role: 'user', content: 'Why does 数据库连接池 fail in retry_after_ms?' },
  { role: 'assistant', content: 'See /var/log/app.log: ERR-42 "out of memory" 🚀' },
  { role: 'user', content: '  padded\r\nüñí 🚀 text without end' },
  { role: 'user', content: 'words and 🚀 rockets, '.repeat(400) },
]
