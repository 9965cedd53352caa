import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolContext } from '../agent-tool.ts'
import { isAgreed, mayBeFromOutside } from '../files/other-names.ts'
import { countedLines } from '../in-words.ts'

/** Leaves out found lines of files that may be from outside, and reports how many files those were. */
export function createNamesFilter(root: string, context: Pick<ToolContext, 'archive'>) {
  const known = new Map<string, boolean>()
  const look = (path: string): boolean => {
    const stats = lstatSync(join(root, path), { throwIfNoEntry: false })
    return stats === undefined || !mayBeFromOutside(stats, path) || isAgreed(context, stats)
  }
  return {
    isShown(path: string): boolean {
      const isShown = known.get(path) ?? look(path)
      known.set(path, isShown)
      return isShown
    },
    notes(): readonly string[] {
      const hidden = [...known.values()].filter((isShown) => !isShown).length
      if (hidden === 0) return []
      return [
        `[${countedLines(hidden, 'file')} left out: hard links, which may lead outside. read_file asks the user for each.]`,
      ]
    },
  }
}
