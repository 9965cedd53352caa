import { resolve } from 'node:path'
import { type Place, shownFrom } from './locate.ts'
import { shownLine } from './shown-lines.ts'
import type { ToolContext } from './tool.ts'

/** A place as the user is asked about it: where it really is, and what it was called where a link led there. */
export function placeWords(place: Place, asked: string, { workspace }: ToolContext): string {
  const name = shownFrom(workspace, resolve(workspace, asked))
  const isSame = name === place.shown || resolve(workspace, asked) === place.path
  return isSame ? shownLine(place.shown) : `${shownLine(place.shown)}, where ${shownLine(name)} leads`
}
