import type { Hit } from '@palimpsest/core'
import type { Colours } from './colours.ts'
import { printable } from './width.ts'

/** Found messages for people: where each is said, and the words around it. */
export function hitLines(hits: readonly Hit[], colours: Colours): readonly string[] {
  return hits.flatMap(({ id, role, index, snippet }) => [
    `${colours.cyan(id)}  #${index} ${role}`,
    `    ${printable(snippet).trim()}`,
  ])
}
