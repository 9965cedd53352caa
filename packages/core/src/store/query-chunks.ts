import { requiredTerms, type Token } from './search-tokens.ts'

/** A word of a query, or a phrase in quotes. */
export interface QueryChunk {
  readonly content: string
  readonly quoted: boolean
}

/** Punctuation that surrounds words in prose; other symbols, as in `C++` or `--force`, belong to the word. */
const marks = '[.,;:!?()[\\]{}"\'`*<>“”‘’、。，；：！？「」『』（）…]'
const edges = new RegExp(`^${marks}+|(?<!${marks})${marks}+$`, 'gu')

/** The parts of a query, in order, without the punctuation around them. */
export function* queryChunks(text: string): Iterable<QueryChunk> {
  for (const [whole, straight, curly] of text.matchAll(/"([^"]*)"|“([^”]{0,1000})”|[^\s"“]+|["“]/gu)) {
    const phrase = straight ?? curly
    if (phrase !== undefined) yield { content: phrase.trim(), quoted: true }
    else yield { content: whole.replace(edges, ''), quoted: false }
  }
}

/** A pair of joined words says more than the two, so it replaces them. */
export function neededTerms(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token, i) => {
    if (token.joined !== undefined) return [token.joined]
    return tokens[i + 1]?.joined === undefined ? requiredTerms(token) : []
  })
}
