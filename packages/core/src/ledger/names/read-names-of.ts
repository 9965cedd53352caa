import type { Message } from '../../message/message.ts'
import { withoutSeals } from '../../sealed/seal.ts'
import { spellOut } from '../fact-index/path-trie.ts'
import type { BoundedNames } from './bounded-names.ts'

/** So many characters are looked at before others may run: less than a millisecond's worth. */
const stepChars = 100_000

/** Reads the names of a message, secrets taken out before; yields where others may run. */
export function* readNamesOf({ parts }: Message, names: BoundedNames, at: number): Generator<undefined, void> {
  for (const part of parts) {
    if (part.type === 'text') yield* readText(spellOut(withoutSeals(part.text)), names, { at, asked: false })
    else if (part.type === 'tool-call') yield* readText(part.arguments, names, { at, asked: true })
  }
}

interface Place {
  readonly at: number
  readonly asked: boolean
}

function* readText(text: string, names: BoundedNames, { at, asked }: Place): Generator<undefined, void> {
  for (let from = 0; from < text.length; ) {
    const to = stepEnd(text, from)
    names.read({ text, from, to }, at, asked)
    from = to
    if (from < text.length) yield
  }
}

/** The end of a line, if there is one: no name goes over it. */
function stepEnd(text: string, from: number): number {
  const to = from + stepChars
  if (to >= text.length) return text.length
  const line = text.lastIndexOf('\n', to)
  return line > from ? line : to
}
