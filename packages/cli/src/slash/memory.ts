import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { printable } from '../terminal/width.ts'
import type { SlashCommand, SlashSession } from './slash-command.ts'

export const memory: SlashCommand = {
  name: 'memory',
  help: 'What is remembered between conversations.',
  run: async (session) => {
    const { colours } = session.look()
    const files = await Promise.all(['MEMORY.md', 'USER.md'].map((file) => fileBlock(session, file)))
    const note = 'A conversation sees memory as it was when it began; /new reads it again.'
    return [...files, colours.dim(note)]
  },
}

async function fileBlock({ memoryFolder, look }: SlashSession, file: string): Promise<string> {
  const { colours } = look()
  const path = join(memoryFolder, file)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (typeof text !== 'string')
    return `${colours.bold(file)}  ${text.code === 'ENOENT' ? 'empty' : `cannot be read (${text.code ?? text.message})`}`
  const lines = text
    .trim()
    .split('\n')
    .map((line) => `  ${printable(line)}`)
  const size = `${Buffer.byteLength(text).toLocaleString('en-US')} bytes`
  return [`${colours.bold(file)}  ${colours.dim(`${size}, ${path}`)}`, ...lines].join('\n')
}
