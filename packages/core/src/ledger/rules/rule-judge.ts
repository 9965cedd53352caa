import type { RuleLanguage } from './languages/rule-language.ts'
import { once } from './once.ts'

const noMatch = '(?!)'

/** A language ready to be asked. */
export interface Judge {
  readonly forbids: RegExp
  readonly orders: RegExp
  readonly softForbids: RegExp
  readonly softOrders: RegExp
  readonly subject: RegExp
  readonly story: RegExp
  /** Any of the above that can make a rule. */
  readonly any: RegExp
  readonly mayEnd: RegExp
  readonly endings: () => Endings
}

/** The ways in which a language ends rules. Compiled lazily: that takes longer than reading most conversations. */
export interface Endings {
  readonly releases: RegExp
  readonly permits: RegExp
  readonly waives: RegExp
  readonly resets: RegExp
  readonly doubts: RegExp
}

/** The rule patterns of several languages at once: one look is cheaper than one for each. */
export type RuleLook = Pick<Judge, 'any' | 'mayEnd'>

/** Languages of Latin letters that are asked together. */
export interface Family {
  /** Required of a sentence without accents to say anything in one of them. */
  readonly plain: RegExp
  readonly languages: () => readonly Judge[]
  readonly all: () => RuleLook
}

export function familyOf(plain: RegExp, languages: readonly RuleLanguage[]): Family {
  return {
    plain,
    languages: once(() => languages.map(judgeOf)),
    all: once(() => ({
      any: compilerOf({ spaced: true })(languages.map(anySource).join('|'), false),
      mayEnd: new RegExp(languages.map(({ endWords }) => endWords).join('|'), 'i'),
    })),
  }
}

export function judgeOf(language: RuleLanguage): Judge {
  const { forbids, orders, softForbids = noMatch, softOrders = noMatch, story = noMatch } = language
  const compile = compilerOf(language)
  return {
    // What leads into an order ends in a space, so these have no border after them.
    forbids: compile(forbids, false),
    // Without the flag for Unicode it compiles much faster, and these words need none.
    mayEnd: new RegExp(language.endWords, 'i'),
    endings: endingsOf(language),
    story: compile(story, false),
    any: compile(anySource(language), false),
    orders: compile(orders, true),
    softForbids: compile(softForbids, true),
    softOrders: compile(softOrders, true),
    subject: beginning(language),
  }
}

function endingsOf(language: RuleLanguage): () => Endings {
  const compile = compilerOf(language)
  return once(() => ({
    releases: compile(language.releases, false),
    permits: compile(language.permits, false),
    waives: compile(language.waives, false),
    resets: compile(language.resets, false),
    doubts: compile(language.doubts, true),
  }))
}

function anySource({ forbids, orders, softForbids = noMatch, softOrders = noMatch }: RuleLanguage): string {
  return [forbids, orders, softForbids, softOrders].join('|')
}

function beginning({ subject = noMatch, letters }: RuleLanguage): RegExp {
  const source = `^\\P{L}*(?:${subject})`
  return letters === undefined ? new RegExp(inLatin(source), 'i') : new RegExp(source, 'iu')
}

type Alphabet = Pick<RuleLanguage, 'spaced' | 'ascii' | 'letters'>

function compilerOf({ spaced, ascii, letters }: Alphabet): (source: string, closed: boolean) => RegExp {
  if (!spaced) return (source) => new RegExp(source, 'iu')
  if (ascii === true) {
    return (source, closed) =>
      new RegExp(`${border('\\w')}(?:${source.replaceAll('\\p{L}', '[a-z]')})${closed ? '(?!\\w)' : ''}`, 'i')
  }
  const letter = letters === undefined ? `[\\w${accents}]` : '[\\p{L}\\p{M}\\p{N}_]'
  const write = (source: string, closed: boolean) => `${border(letter)}(?:${source})${closed ? `(?!${letter})` : ''}`
  if (letters !== undefined) return (source, closed) => new RegExp(write(source, closed), 'iu')
  return (source, closed) => new RegExp(inLatin(write(source, closed)), 'i')
}

/** The border of a word, or any place before a character that is no letter: a comma may follow a letter. */
function border(letter: string): string {
  return `(?:(?<!${letter})|(?!${letter}))`
}

const accents = '\\u00aa\\u00ba\\u00c0-\\u024f\\u0300-\\u036f\\u1e00-\\u1eff'

/** The same with the letters spelt out: without the flag for Unicode a pattern compiles ten times as fast. */
function inLatin(source: string): string {
  return source.replace(/\[(?:[^\]\\]|\\.)*\]?|\\[pP]\{L\}/g, (found) => {
    if (found === '\\p{L}') return `[a-z${accents}]`
    if (found === '\\P{L}') return `[^a-z${accents}]`
    return found.replaceAll('\\p{L}', `a-z${accents}`).replaceAll('\\p{N}', '\\d')
  })
}
