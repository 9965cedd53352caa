import fc from 'fast-check'

/** Pieces that RegExp with the flag `u` understands as we do, among them what differs in case alone or is half a pair. */
const atoms = [
  ...['', 'a', 'b', 'c', 'A', 'k', 'S', 'ß', '😀', '.', '\\n', '\\u{1F601}', '\\u212a', '\\ud83d', '\\/', '\\x61'],
  ...['\\w', '\\W', '\\d', '\\D', '\\s', '\\S', '\\b', '\\B', '^', '$'],
  ...['[ab]', '[^a]', '[a-c]', '[^\\W]', '[\\W_]', '[k-s]', '[😀-😂b]', '[\\ud800-\\udbff]', '[^]', '[\\s\\d-]'],
]
const counts = ['?', '*', '+', '{2}', '{0,2}', '{1,3}', '{2,}', '{0}', '{0,1}']
const quantifiers = counts.flatMap((count) => [count, `${count}?`])

/** Patterns of all that is supported. */
export const anyPattern: fc.Arbitrary<string> = fc.letrec<{ readonly pattern: string }>((tie) => {
  const inner = tie('pattern')
  return {
    pattern: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      fc.constantFrom(...atoms),
      fc.tuple(inner, inner).map(([one, other]) => `${one}${other}`),
      fc.tuple(inner, inner).map(([one, other]) => `(?:${one}|${other})`),
      inner.map((one) => `(${one})`),
      fc.tuple(inner, fc.constantFrom(...quantifiers)).map(([one, quantifier]) => `(?:${one})${quantifier}`),
    ),
  }
}).pattern

const characters = [...'aabbcAKkS_1 \n\r\u2028sß', '\u212a', '\u017f', 'ẞ', 'é', '😀', '😁', '\ud83d', '\ude00']

/** Texts in which such patterns are found about as often as not. */
export const anyHaystack: fc.Arbitrary<string> = fc.string({ unit: fc.constantFrom(...characters), maxLength: 14 })
