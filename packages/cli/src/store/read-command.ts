import { type DatabaseOptions, shownLocation } from '../home/location.ts'

/** The command that prints a message of this database, as it can be typed; only a password is left out of it. */
export function readCommand(id: string, { db }: DatabaseOptions): string {
  const command = `palimpsest read ${id.startsWith('-') ? '-- ' : ''}${shellWord(id)}`
  return db === undefined ? command : `${command} --db ${shellWord(shownLocation(db))}`
}

/** Quotes any text as one shell word. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
