import type { Message } from '../../message/message.ts'
import { ownIndexes } from '../../sealed/own-text.ts'
import { readIndex } from './read-index.ts'

/** The names that the indexes of a view list, spelt out. */
export interface ListedNames {
  readonly paths: readonly string[]
  readonly identifiers: readonly string[]
}

/** Reads the indexes that engines put into a view; what anybody else wrote lists nothing. */
export function listedNames(messages: readonly Message[]): ListedNames {
  const paths = new Set<string>()
  const identifiers = new Set<string>()
  for (const { role, parts } of messages) {
    const [first] = parts
    if (first?.type !== 'text' || (role !== 'user' && role !== 'assistant')) continue
    for (const index of ownIndexes(first.text)) {
      const listed = readIndex(index)
      for (const path of listed.paths) paths.add(path)
      for (const each of listed.identifiers) identifiers.add(each)
    }
  }
  return { paths: [...paths], identifiers: [...identifiers] }
}
