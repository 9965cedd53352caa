import { nearest } from '../errors/nearest.ts'
import type { SlashCommand } from './slash-command.ts'

/** The kind of a typed text. */
export type Typed =
  | { readonly kind: 'message' }
  | { readonly kind: 'command'; readonly command: SlashCommand; readonly argument: string }
  | { readonly kind: 'unknown'; readonly text: string }

/** Separates commands from messages. `/usr/bin` and `/ hello` are messages: a command is a word of letters. */
export function readSlash(text: string, commands: readonly SlashCommand[]): Typed {
  const [, word, argument = ''] = /^\s*\/([a-z?-]+)(?:\s+(.*))?$/is.exec(text) ?? []
  if (word === undefined) return { kind: 'message' }
  const name = word === '?' ? 'help' : word.toLowerCase()
  const command = commands.find((each) => each.name === name)
  if (command !== undefined) return { kind: 'command', command, argument: argument.trim() }
  const names = commands.map((each) => each.name)
  const meant = nearest(name, names)
  const hint = meant === undefined ? '' : ` Did you mean /${meant}?`
  const all = names.map((each) => `/${each}`).join(', ')
  return { kind: 'unknown', text: `There is no command /${word}.${hint} There are ${all}.` }
}
