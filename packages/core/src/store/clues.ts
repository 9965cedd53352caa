import { neededTerms, queryChunks } from './query-chunks.ts'
import { isFunctionWord } from './ranking/function-words.ts'
import { scan, type Token } from './search-tokens.ts'

/** One thing that a query names. A text has it when it has all the terms of one of these lists. */
export interface Clue {
  /** The thing as the query has it comes first, then its other forms. */
  readonly anyOf: readonly (readonly string[])[]
  /** The word only holds a sentence together. */
  readonly isFunctionWord?: true
}

/** Somebody who asks a whole question names no more than this; of more, the rest adds little. */
const maxClues = 24

/**
 * The things that a query names, one by one, for a search that does without some of them: questions have words that
 * their answers lack. Empty where there is only one, or something in quotes: a quote asks for just that.
 */
export function cluesOf(query: string): readonly Clue[] {
  const clues = new Map<string, Clue>()
  for (const { content, quoted } of queryChunks(query)) {
    if (quoted) return []
    for (const clue of chunkClues([...scan(content)])) clues.set(clue.anyOf.join('\n'), clue)
  }
  return clues.size < 2 ? [] : [...clues.values()].slice(0, maxClues)
}

/** A run of a script without spaces that is longer than this is no name but a sentence. */
const longestName = 6

function chunkClues(tokens: readonly Token[]): readonly Clue[] {
  if (tokens.every(isPlainWord)) return tokens.filter(isTelling).map(({ plain }) => wordClue(plain))
  const terms = neededTerms(tokens)
  return tokens.some(isSentence) ? terms.map((term) => ({ anyOf: [[term]] })) : [{ anyOf: [terms] }]
}

function wordClue(word: string): Clue {
  if (isFunctionWord(word)) return { anyOf: [[word]], isFunctionWord: true }
  return { anyOf: formsOf(word).map((form) => [form]) }
}

function isPlainWord({ kind, joined }: Token): boolean {
  return kind === 'word' && joined === undefined
}

/** Single letters are what an apostrophe leaves. */
function isTelling({ plain }: Token, _: number, tokens: readonly Token[]): boolean {
  return plain.length > 1 || tokens.length === 1
}

function isSentence({ kind, plain }: Token): boolean {
  return kind === 'run' && [...plain].length > longestName
}

/** A word, and how else English would write it: one asks for "painting" where another said "painted". */
function formsOf(word: string): readonly string[] {
  if (!/^[a-z]{3,}$/.test(word)) return [word]
  const stem = word
    .replace(/ies$/, 'y')
    .replace(/(?:ing|ed|es|s)$/, '')
    .replace(/([bdfgmnprt])\1$/, '$1')
    .replace(/e$/, '')
  if (stem.length < 3) return [word]
  const short = stem.replace(/y$/, '')
  const doubled = `${stem}${stem.at(-1)}`
  const endings = ['', 'e', 's', 'es', 'ed', 'ing'].map((ending) => stem + ending)
  return [...new Set([word, ...endings, `${short}y`, `${short}ies`, `${doubled}ed`, `${doubled}ing`])]
}

/** The weight of a clue: the fewer messages have it, the more it says. One that no message has says nothing. */
export function clueWeight(having: number, messages: number): number {
  return having === 0 ? 0 : Math.log(1 + Math.max(messages - having + 0.5, 0.5) / (having + 0.5))
}
