import { type ErrorLine, errorKey, readTimes } from '../errors/error-lines.ts'
import type { FileTouch } from '../files/file-touch.ts'
import type { DecisionFact } from '../ledger.ts'
import { titles } from './render-index.ts'

/** The errors, decisions and files worked on that an index lists; newest first, as in the list. */
export interface IndexFacts {
  readonly files: readonly FileTouch[]
  readonly errors: readonly ErrorLine[]
  readonly decisions: readonly Pick<DecisionFact, 'by' | 'text'>[]
}

const decision = /^(user|assistant): "(.*)"$/s

/** Reads an index back, for a conversation that comes from a file. */
export function readIndex(index: string): IndexFacts {
  const files: FileTouch[] = []
  const errors: ErrorLine[] = []
  const decisions: Pick<DecisionFact, 'by' | 'text'>[] = []
  let title = ''
  for (const line of index.split('\n')) {
    const item = line.startsWith('- ') ? line.slice(2) : undefined
    if (item === undefined) title = line
    else if (title === `${titles.changed}:`) files.push(readChanged(item))
    else if (title === `${titles.read}:`) files.push({ path: item, touch: 'read' })
    else if (title === `${titles.errors}:`) errors.push(readError(item))
    else if (title === `${titles.decisions}:`) {
      const [, by, text] = decision.exec(item) ?? []
      if (text !== undefined) decisions.push({ by: by === 'user' ? 'user' : 'assistant', text })
    }
  }
  return { files, errors, decisions }
}

const noted = / \((created|deleted)\)$/

function readChanged(item: string): FileTouch {
  const note = noted.exec(item)
  if (note === null) return { path: item, touch: 'changed' }
  return { path: item.slice(0, note.index), touch: note[1] === 'created' ? 'created' : 'deleted' }
}

/** An error as a summary or an index writes it. */
export function readError(text: string): ErrorLine {
  const { line, ...counted } = readTimes(text)
  return { line, key: errorKey(line), ...counted }
}
