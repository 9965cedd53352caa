import { barCells } from './bar-cells.ts'
import { countNoun } from './count-noun.ts'
import type { Io } from './io.ts'

/** Shows a person how far it is, on one line that is gone in the end. */
export interface ProgressLine {
  /** Shows how much of a file is done so far. */
  step(done: number, total: number): void
  /** Goes on to the next file. */
  next(): void
  clear(): void
}

const cells = 24
/** More often than this nobody sees a change. */
const everyMs = 80

/** `noun` is what a file is counted in, e.g. calls. */
export function createProgress(files: number, noun: string, io: Io): ProgressLine {
  const { progress } = io
  if (progress === undefined) return { step: () => {}, next: () => {}, clear: () => {} }
  let file = 0
  let shownMs = 0
  const show = (share: number, text: string) => {
    const full = barCells(share, cells)
    progress(`${'█'.repeat(full)}${'░'.repeat(cells - full)} ${text}`)
  }
  return {
    step: (done, total) => {
      const now = Date.now()
      if (now - shownMs < everyMs) return
      shownMs = now
      const share = (file + done / Math.max(1, total)) / files
      const of = files === 1 ? '' : `file ${file + 1} of ${files}, `
      show(share, `${of}${done} of ${countNoun(total, noun)}`)
    },
    next: () => {
      file++
    },
    clear: () => progress(''),
  }
}
