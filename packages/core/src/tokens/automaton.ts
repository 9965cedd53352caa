import { classes, scriptNames, symbolNames, tokenParts } from './character-class.ts'
import { capital, first, last, markRows, marks, pairs, scripts, symbols, weightSteps, weights } from './weights.ts'

/**
 * The effect of the next code unit. A cut ends the piece that the tokenizer would split off here, such as a word with
 * the space before it; the weight then belongs to the piece that begins.
 */
interface Step {
  readonly cut: boolean
  readonly next: number
  readonly tokens: number
}

const markCount = marks.length + symbolNames.length

/** The first state of each kind: what the code unit before was, as far as it matters. */
const states = {
  start: 0,
  newline: 1,
  space: 2,
  spaces: 3,
  /** A space after an apostrophe that turned out to be a quotation mark. */
  spaceAfterQuote: 4,
  tab: 5,
  tabs: 6,
  /** An apostrophe after a letter: a contraction or a quotation mark, depending on the next unit. */
  apostrophe: 7,
  digit: 8,
  small: 11,
  capital: 37,
  capitals: 63,
  mark: 89,
  marks: 89 + markCount,
  script: 89 + 2 * markCount,
} as const

const columns = markRows.map(weights)
const markTable = [
  ...Array.from(marks, (_, i) => columns.map((column) => column[i] ?? 0)),
  ...symbolNames.map((name) => placeWeights(symbols[name])),
]
const [alone, next, previous, same, afterSpace, beforeWord, beforeNewline] = [0, 1, 2, 3, 4, 5, 6]
const scriptTable = scriptNames.map((name) => placeWeights(scripts[name]))
const [scriptAfterSpace, scriptAfterOther, entered, continued, toSmall, toCapital] = [0, 1, 2, 3, 4, 5]
const firstAfterSpace = weights(first.afterSpace)
const firstAfterOther = weights(first.afterOther)
const capitals = weights(capital)
const lasts = weights(last)
const pairTable = pairs.map(weights)
const apostrophe = marks.indexOf("'")
const contracted = [...'dlmrstv'].map((letter) => letter.charCodeAt(0) - 0x61)
const hiragana = scriptNames.indexOf('hiragana')
const katakana = scriptNames.indexOf('katakana')
const han = scriptNames.indexOf('han')
const simplified = scriptNames.indexOf('simplified')
const traditional = scriptNames.indexOf('traditional')

/** The weights behind the colon. */
function placeWeights(row: string): readonly number[] {
  return (row.split(': ')[1] ?? '').split(' ').map(Number)
}

function edgeTable(): Int32Array {
  const table = new Int32Array((states.script + scriptNames.length) << 7)
  for (let state = 0; state < states.script + scriptNames.length; state++)
    for (let unit = 0; unit < classes.script + scriptNames.length; unit++) {
      const { cut, next, tokens } = step(state, unit)
      const total = tokens + asLast(next) - (cut ? 0 : asLast(state))
      table[(state << 7) | unit] = (Math.round(total * tokenParts) << 17) | (cut ? 0x1_0000 : 0) | (next << 7)
    }
  return table
}

/** Every letter is a word's last until another follows. */
function asLast(state: number): number {
  return lasts[state - states.small] ?? 0
}

function step(state: number, unit: number): Step {
  if (unit < classes.capital) return small(state, unit)
  if (unit < classes.digit) return big(state, unit - classes.capital)
  if (unit === classes.digit) return digit(state)
  if (unit === classes.space || unit === classes.tab) return blank(state, unit === classes.space)
  if (unit === classes.newline) return newline(state)
  if (unit === classes.lowSurrogate) return lowSurrogate(state)
  return unit < classes.script ? mark(state, unit - classes.mark) : letter(state, unit - classes.script)
}

const go = (next: number, tokens = 0): Step => ({ cut: false, next, tokens })
const cut = (next: number, tokens = 0): Step => ({ cut: true, next, tokens })
const at = (table: readonly (readonly number[])[], row: number, column: number) => table[row]?.[column] ?? 0

const isBlank = (state: number) => state >= states.space && state <= states.tabs && state !== states.spaceAfterQuote
const isMark = (state: number) => state >= states.mark && state < states.script
const markOf = (state: number) => (state - states.mark) % markCount
const isLetter = (state: number) => (state >= states.small && state < states.mark) || state >= states.script

function small(state: number, letter: number): Step {
  const to = states.small + letter
  if (state >= states.script) return go(to, at(scriptTable, state - states.script, toSmall))
  if (isLetter(state)) {
    const added =
      state < states.capital
        ? 0
        : state < states.capitals
          ? weightSteps.smallAfterCapital
          : weightSteps.smallAfterCapitals
    return go(to, at(pairTable, (state - states.small) % 26, letter) + added)
  }
  if (state === states.apostrophe && contracted.includes(letter)) return go(to, weightSteps.contraction)
  return word(state, to, firstAfterSpace[letter], firstAfterOther[letter])
}

function big(state: number, letter: number): Step {
  const to = states.capital + letter
  if (state >= states.script) return go(to, at(scriptTable, state - states.script, toCapital))
  if (state >= states.small && state < states.capital)
    return cut(to, (firstAfterOther[26 + letter] ?? 0) + weightSteps.camel)
  if (isLetter(state))
    return go(states.capitals + letter, at(pairTable, (state - states.small) % 26, letter) + (capitals[letter] ?? 0))
  return word(state, to, firstAfterSpace[26 + letter], firstAfterOther[26 + letter])
}

/** A letter after something else: one space, tab or mark before a word belongs to it. */
function word(state: number, to: number, afterSpace = 0, afterOther = 0): Step {
  if (state === states.space || state === states.spaces) return go(to, afterSpace)
  if (state === states.spaceAfterQuote) return cut(to, afterSpace)
  if (state === states.tab || state === states.tabs) return go(to, weightSteps.tabWord + afterOther)
  if (state === states.apostrophe) return cut(to, at(markTable, apostrophe, beforeWord) + afterOther)
  if (isMark(state) && state < states.marks) return go(to, at(markTable, markOf(state), beforeWord) + afterOther)
  return cut(to, afterOther)
}

/** Numbers are split into threes. */
function digit(state: number): Step {
  return state === states.digit || state === states.digit + 1 ? go(state + 1) : cut(states.digit)
}

/** The last of several blanks goes with what follows; those before it are one piece. */
function blank(state: number, isSpace: boolean): Step {
  const [one, many] = isSpace ? [states.space, states.spaces] : [states.tab, states.tabs]
  if (state === many) return go(many)
  if (isSpace && state === states.apostrophe) return cut(states.spaceAfterQuote)
  return cut(isBlank(state) ? many : one)
}

function newline(state: number): Step {
  if (state === states.newline) return go(state, weightSteps.newlines)
  if (state === states.apostrophe) return cut(states.newline, at(markTable, apostrophe, beforeNewline))
  if (isMark(state)) return go(states.newline, at(markTable, markOf(state), beforeNewline))
  return isBlank(state) ? go(states.newline, weightSteps.spaceNewline) : cut(states.newline)
}

function lowSurrogate(state: number): Step {
  const symbol = isMark(state) ? symbolNames[markOf(state) - marks.length] : undefined
  if (symbol === 'emoji') return go(states.marks + markOf(state), weightSteps.emojiTail)
  if (symbol === 'astral') return go(states.marks + markOf(state), weightSteps.astralTail)
  return cut(states.marks + markCount - 1)
}

function mark(state: number, index: number): Step {
  const to = states.marks + index
  if (index === apostrophe && isLetter(state)) return go(states.apostrophe)
  if (state === states.space || state === states.spaces) return go(to, at(markTable, index, afterSpace))
  if (state === states.spaceAfterQuote) return cut(to, at(markTable, index, afterSpace))
  if (isMark(state) && markOf(state) === index) return go(to, at(markTable, index, same))
  if (isMark(state)) return go(to, at(markTable, index, next) + at(markTable, markOf(state), previous))
  if (state === states.apostrophe) return cut(to, at(markTable, index, next) + at(markTable, apostrophe, previous))
  return cut(states.mark + index, at(markTable, index, alone))
}

function letter(state: number, script: number): Step {
  const from = state - states.script
  const to = states.script + written(from, script)
  if (from < 0 && !isLetter(state))
    return word(state, to, at(scriptTable, script, scriptAfterSpace), at(scriptTable, script, scriptAfterOther))
  return go(to, from < 0 ? at(scriptTable, script, entered) : between(from, script))
}

const isHan = (script: number) => script === han || script === simplified || script === traditional
const isKana = (script: number) => script === hiragana || script === katakana

/** Most Han characters are in all three ways of writing, and cost what they do in that of their neighbours. */
function written(from: number, script: number): number {
  if (script !== han) return script
  if (isKana(from)) return traditional
  return isHan(from) ? from : han
}

function between(from: number, script: number): number {
  if (from === script || (isHan(from) && isHan(script))) return at(scriptTable, from, continued)
  if (isKana(from) && isHan(script)) return weightSteps.kanjiAfterKana
  if (isKana(script) && (isHan(from) || isKana(from)))
    return script === hiragana ? weightSteps.hiraganaAfterKanji : weightSteps.katakanaAfterKanji
  return at(scriptTable, script, entered)
}

/** By state times 128 and class: the weight, shifted left by 17 bits; whether to cut, in bit 16; the next state times 128. */
export const edges: Int32Array = edgeTable()
