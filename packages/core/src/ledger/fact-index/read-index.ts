import { type ErrorLine, errorKey, readTimes } from '../errors/error-lines.ts'
import type { FileTouch } from '../files/file-touch.ts'
import type { DecisionFact } from '../ledger.ts'
import { readTrie } from './path-trie.ts'
import { titles } from './render-index.ts'

/** All that an index lists and that can be read back; facts newest first, as in the list. */
export interface IndexFacts {
  /** Files that were changed, created or deleted. */
  readonly files: readonly FileTouch[]
  readonly errors: readonly ErrorLine[]
  readonly decisions: readonly Pick<DecisionFact, 'by' | 'text'>[]
  /** All paths, spelt out, folders that have a line of their own included. */
  readonly paths: readonly string[]
  readonly identifiers: readonly string[]
}

const decision = /^(user|assistant): "(.*)"$/s

/** Reads an index back, for a conversation that comes from a file, and for whoever wants to know what it lists. */
export function readIndex(index: string): IndexFacts {
  const parts = partsOf(index)
  const items = (title: string) =>
    (parts.get(title) ?? []).flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
  const { files, folders } = readTrie(parts.get(titles.paths) ?? [])
  return {
    files: files.flatMap(({ path, touch }) => (touch === undefined ? [] : [{ path, touch }])),
    errors: items(titles.errors).map(readError),
    decisions: items(titles.decisions).flatMap((item) => {
      const [, by, text] = decision.exec(item) ?? []
      return text === undefined ? [] : [{ by: by === 'user' ? 'user' : 'assistant', text } as const]
    }),
    paths: [...files.map(({ path }) => path), ...folders],
    identifiers: (parts.get(titles.identifiers) ?? []).flatMap((line) => line.split(' ')),
  }
}

const known: ReadonlySet<string> = new Set(Object.values(titles))

/** The lines below each title. */
function partsOf(index: string): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>()
  let lines: string[] = []
  for (const line of index.split('\n')) {
    if (!known.has(line)) {
      lines.push(line)
      continue
    }
    lines = []
    parts.set(line, lines)
  }
  return parts
}

/** An error as a summary or an index writes it. */
export function readError(text: string): ErrorLine {
  const { line, ...counted } = readTimes(text)
  return { line, key: errorKey(line), ...counted }
}
