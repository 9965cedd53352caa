import { emoji, frequent, marks, scripts, spelledWeights, symbols, weights } from './weights.ts'

/** The names of the symbols and scripts, in the order of their classes. */
export const symbolNames = Object.keys(symbols) as readonly (keyof typeof symbols)[]
export const scriptNames = Object.keys(scripts) as readonly (keyof typeof scripts)[]

/** The first class of each kind of code unit: 26 letters, 26 capitals, every mark and symbol, every script. */
export const classes = {
  small: 0,
  capital: 26,
  digit: 52,
  space: 53,
  tab: 54,
  newline: 55,
  lowSurrogate: 56,
  mark: 57,
  symbol: 57 + marks.length,
  script: 57 + marks.length + symbolNames.length,
} as const

/** Weights are kept as whole numbers of this part of a token. */
export const tokenParts = 1_024

/** Of every UTF-16 code unit: its own weight, shifted left by seven bits, and its class. */
export const codeUnits: Int32Array = unitTable()

function unitTable(): Int32Array {
  const table = new Int32Array(0x1_0000).fill(classes.symbol + symbolNames.indexOf('other'))
  const set = (code: number, unitClass: number, tokens = 0) => {
    table[code] = (Math.round(tokens * tokenParts) << 7) | unitClass
  }
  for (const [i, name] of symbolNames.entries()) place(symbols[name], (code) => set(code, classes.symbol + i))
  for (const [i, name] of scriptNames.entries())
    place(scripts[name], (code, tokens) => set(code, classes.script + i, tokens))
  for (const [from, row] of spelledWeights)
    for (const [i, tokens] of weights(row).entries()) set(from + i, (table[from + i] ?? 0) & 0x7f, tokens)
  for (const [name, tokens, letters] of frequent)
    for (const code of codes(letters)) set(code, classes.script + scriptNames.indexOf(name), tokens)
  place('dc00-dfff', (code) => set(code, classes.lowSurrogate))
  place(emoji.rare, (code, tokens) => set(code, classes.lowSurrogate, tokens))
  for (const face of emoji.popular) set(face.charCodeAt(1), classes.lowSurrogate, emoji.popularTokens)
  for (const [i, code] of codes(marks).entries()) set(code, classes.mark + i)
  for (let i = 0; i < 26; i++) {
    set(0x61 + i, classes.small + i)
    set(0x41 + i, classes.capital + i)
  }
  place('30-39', (code) => set(code, classes.digit))
  place('9 b-c a0 1680 2000-200a 202f 205f 3000', (code) => set(code, classes.tab))
  place('20', (code) => set(code, classes.space))
  place('a d', (code) => set(code, classes.newline))
  return table
}

/** Visits every code of ranges such as `41-5a=0.5 61`, with the weight behind the sign; what follows a colon is not meant. */
function place(ranges: string, visit: (code: number, tokens: number) => void): void {
  const [places = ''] = ranges.split(':')
  for (const range of places.split(' ').filter((text) => text !== '')) {
    const [span = '', tokens = '0'] = range.split('=')
    const [from = '', to = from] = span.split('-')
    for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code++) visit(code, Number(tokens))
  }
}

function codes(text: string): readonly number[] {
  return [...text].map((letter) => letter.charCodeAt(0))
}
