import { resolve } from 'node:path'
import type { ToolContext } from './agent-tool.ts'
import { shownFrom, type ToolPath } from './locate-path.ts'
import { shownLine } from './shown-lines.ts'

/** A place as the user is asked about it: where it really is, and what it was called where a link led there. */
export function placeWords(place: ToolPath, asked: string, { workspace }: ToolContext): string {
  const name = shownFrom(workspace, resolve(workspace, asked))
  const isSame = name === place.shown || resolve(workspace, asked) === place.path
  return isSame ? shownLine(place.shown) : `${shownLine(place.shown)}, where ${shownLine(name)} leads`
}
