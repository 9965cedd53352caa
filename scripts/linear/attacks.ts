import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

/** A hostile text of about so many characters. */
export interface Attack {
  readonly name: string
  readonly write: (chars: number) => string
}

/** Characters that patterns tend to repeat, of every class that they tend to name. */
const hostile = [...'a-_ =\n\t"\'`\\/|<>()[]{}.,:;!?#*+@$%&~^0Zzé中あ한я\u200b\u0301\u{1f600}\u00a0\r']

/** A character that hardly any pattern names. */
const other = '\u0001'

interface Place {
  /** What leads to the place. */
  readonly before: string
  /** What may be repeated there without end. */
  readonly pumps: readonly string[]
}

/** Whether a pattern reads no more than a constant from each place, so that it is linear whatever the text. */
export function isBounded(pattern: RegExp): boolean {
  let isEndless = false
  visitRegExpAST(parse(pattern), {
    onQuantifierEnter: ({ max }) => {
      isEndless ||= max === Number.POSITIVE_INFINITY
    },
  })
  return !isEndless
}

/** Texts that make a pattern look again and again at the same characters, if anything does. */
export function attacksOn(pattern: RegExp): readonly Attack[] {
  const parsed = parse(pattern)
  const reading: Reading = { flags: pattern.flags.replaceAll(/[gymd]/g, ''), places: new Map() }
  walkAlternatives(parsed.alternatives, '', reading)
  const attacks = new Map<string, Attack>()
  const add = (lead: string, pump: string, end: string) => {
    if (pump === '') return
    const name = JSON.stringify([lead, pump, end])
    attacks.set(name, {
      name,
      write: (chars) => lead + pump.repeat(Math.ceil(chars / pump.length)) + end,
    })
  }
  for (const { before, pumps } of reading.places.values()) {
    add('', before, '')
    for (const pump of pumps) {
      for (const end of ['', other, '\n']) add('', pump, end)
      add(other, pump, other)
    }
    for (const pump of pumps.slice(0, 2)) {
      add('', before + pump, '')
      add('', before + pump.repeat(8), other)
      for (const end of ['', other]) add(before, pump, end)
    }
  }
  return [...attacks.values()]
}

function parse({ source, flags }: RegExp): AST.Pattern {
  const options = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  return new RegExpParser().parsePattern(source, 0, source.length, options)
}

interface Reading {
  readonly flags: string
  readonly places: Map<string, Place>
  /** Inside a loop without end, each piece of its body may be what breaks it off. */
  readonly isLoop?: boolean
}

function note({ places }: Reading, place: Place): void {
  places.set(JSON.stringify(place), place)
}

function walkAlternatives(alternatives: readonly AST.Alternative[], before: string, reading: Reading): void {
  for (const { elements } of alternatives) {
    let lead = before
    for (const element of elements) {
      walk(element, lead, reading)
      lead = (lead + sample(element, reading.flags)).slice(-200)
      if (reading.isLoop === true) note(reading, { before: lead, pumps: [] })
    }
  }
}

function walk(element: AST.Element, before: string, reading: Reading): void {
  switch (element.type) {
    case 'Quantifier': {
      const isLoop = element.max === Number.POSITIVE_INFINITY
      if (isLoop) note(reading, { before, pumps: samples(element.element, reading.flags) })
      walk(element.element, before, isLoop ? { ...reading, isLoop } : reading)
      return
    }
    case 'Group':
    case 'CapturingGroup':
      walkAlternatives(element.alternatives, before, reading)
      return
    case 'Assertion':
      if (element.kind === 'lookahead' || element.kind === 'lookbehind')
        walkAlternatives(element.alternatives, before, reading)
  }
}

/** A text that the element matches, as short as it may be. */
function sample(element: AST.Element, flags: string): string {
  return samples(element, flags)[0] ?? ''
}

function samples(element: AST.Element, flags: string): readonly string[] {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)]
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return charsOf(element, flags).slice(0, 4)
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.slice(0, 6).map((alternative) => sampleOf(alternative, flags))
    case 'Quantifier':
      return [sample(element.element, flags).repeat(element.min)]
    case 'Assertion':
      return element.kind === 'lookbehind' && !element.negate
        ? element.alternatives.slice(0, 1).map((alternative) => sampleOf(alternative, flags))
        : ['']
    case 'Backreference':
      return ['']
  }
}

function sampleOf({ elements }: AST.Alternative, flags: string): string {
  return elements.map((element) => sample(element, flags)).join('')
}

type Chars = AST.CharacterClass | AST.CharacterSet | AST.ExpressionCharacterClass

/** Characters that the class holds: those it names, and those of the hostile that are in it. */
function charsOf(chars: Chars, flags: string): readonly string[] {
  const inClass = new RegExp(`^${chars.raw}$`, flags)
  return [...new Set([...namedIn(chars), ...hostile])].filter((char) => inClass.test(char))
}

function namedIn(chars: AST.Node): readonly string[] {
  const named: string[] = []
  visitRegExpAST(chars, {
    onCharacterEnter: ({ value }) => named.push(String.fromCodePoint(value)),
  })
  return named
}
