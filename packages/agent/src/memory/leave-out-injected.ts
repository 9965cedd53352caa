import { findInjected, type Injected } from './find-injected.ts'

/** A line that was not let in; lines count from 1. */
export interface LeftOut extends Injected {
  readonly line: number
}

/** A text that is safe to show to the assistant, and what was taken out of it. */
export interface Cleaned {
  readonly text: string
  readonly leftOut: readonly LeftOut[]
}

/** Takes out the lines that try to steer the assistant; all of the text where such words run over several lines. */
export function leaveOutInjected(text: string): Cleaned {
  if (findInjected(text) === undefined) return { text, leftOut: [] }
  const leftOut: LeftOut[] = []
  const kept = text.split('\n').map((line, i) => {
    const found = findInjected(line)
    if (found === undefined) return line
    leftOut.push({ ...found, line: i + 1 })
    return `[line left out: ${found.reason}]`
  })
  const across = findInjected(kept.join('\n'))
  if (across === undefined) return { text: kept.join('\n'), leftOut }
  return { text: `[left out: ${across.reason}]\n`, leftOut: [...leftOut, { ...across, line: 1 }] }
}
