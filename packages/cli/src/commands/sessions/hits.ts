import type { SearchHit } from '@palimpsest/core/store'
import type { DatabaseOptions } from '../../home/location.ts'
import { readCommand } from '../../store/read-command.ts'
import type { Colours } from '../../terminal/colours.ts'
import { shortId } from '../../terminal/short-id.ts'
import { when } from '../../terminal/when.ts'
import { clip, oneLine } from '../../terminal/width.ts'

/** Options for displaying found messages. */
export interface HitLook extends DatabaseOptions {
  readonly colours: Colours
}

/** A found message for people: who said it and when, the words around it, and how to read all of it. */
export function hitLines({ id, role, index, at, snippet }: SearchHit, { colours, db }: HitLook): readonly string[] {
  return [
    `#${index} ${role}  ${when(at)}`,
    `    ${oneLine(snippet).trim()}`,
    `    ${colours.dim(readCommand(id, db === undefined ? {} : { db }))}`,
  ]
}

const titleColumns = 60

/** The conversation that something was found in. */
export function hitPlace(title: string, conversation: string, colours: Colours): string {
  return `${colours.bold(clip(title, titleColumns))}  ${colours.cyan(shortId(conversation))}`
}
