import { isObject, type Json, parseJson } from '@palimpsest/core/json'
import { type ConversationId, dumpFormat, type SessionStore } from '@palimpsest/core/store'
import { UserError } from '../errors/user-error.ts'

/** A conversation as lines of text, lossless. */
export async function* dumpLines(store: SessionStore, id: ConversationId): AsyncGenerator<string> {
  for await (const line of store.dump(id)) yield `${JSON.stringify(line)}\n`
}

/** Returns true when a text is a conversation as `dumpLines` writes it, rather than a transcript. */
export function isDump(text: string): boolean {
  const header = parseJson(text.slice(0, Math.max(0, text.indexOf('\n'))))
  return isObject(header) && header.format === dumpFormat
}

/** Reads such lines one by one: a long conversation is never in memory twice. */
export async function* readDumpLines(file: string, text: string): AsyncGenerator<Json> {
  for (let number = 1, start = 0; start < text.length; number++) {
    const newline = text.indexOf('\n', start)
    const line = text.slice(start, newline === -1 ? text.length : newline)
    start += line.length + 1
    if (line.trim() === '') continue
    const value = parseJson(line)
    if (value === undefined)
      throw new UserError(`${file}:${number}: this is not valid JSON, or nested without end`, {
        remedy: 'The file is damaged or was cut short: export the conversation again.',
      })
    yield value
  }
}
