import { asLatin } from './as-latin.ts'

/**
 * Returns possible intended readings of a text that is spelt to be overlooked: with letters that look like others,
 * with digits in their place, or with something between them. Each takes time proportional to the text.
 */
export function otherSpellings(text: string): readonly string[] {
  const latin = flat(asLatin(text))
  // A one may stand for either of two letters; doubled it is mostly the second.
  const plain = withoutDigits(latin, (run) => (run.length === 1 ? 'i' : 'l'.repeat(run.length)))
  return [
    latin,
    plain,
    withoutDigits(latin, (run) => 'l'.repeat(run.length)),
    plain.replaceAll(joints, ' '),
    plain.replaceAll(joints, ''),
    flat(plain.replaceAll(asides, ' ')),
    joinedLetters(flatLines(text)),
    joinedLetters(plain, wordsApart),
  ]
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

function flatLines(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
}

/** Characters that can separate two letters in place of a space, or of nothing. */
const joints = /(?<=[a-z])[-_./\\|~+*·•–—'"`]{1,3}(?=[a-z])/g

/** Characters that can separate two words of one sentence and mean nothing. */
const asides = /[,()[\]{}]|\ufe0f|\p{Extended_Pictographic}/gu

const letterOf: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Only in words that have letters too: a number is a number. */
function withoutDigits(text: string, ones: (run: string) => string): string {
  return text.replaceAll(/[a-z0-9@$!|]+/g, (word) => {
    if (!/[a-z]/.test(word)) return word
    return word.replaceAll(/[1|]+/g, ones).replaceAll(/[03-57-9@$!]/g, (sign) => letterOf[sign] ?? sign)
  })
}

/** At least four letters, each by itself. */
const apart = /(?<!\p{L})\p{L}(?:[^\p{L}]{1,3}\p{L}(?!\p{L})){3,}/gu

function joinedLetters(text: string, read = (word: string) => word): string {
  return text.replaceAll(apart, (run) =>
    run
      .split(/[^\p{L}]{2,}/u)
      .map((word) => read(word.replaceAll(/[^\p{L}]/gu, '')))
      .join(' '),
  )
}

/** The words that matter, longer ones first; when every letter is separate, nothing else shows where they end. */
const telling =
  /instructions?|directives?|guidelines?|disregard|preceding|foregoing|following|developer|previous|earlier|discard|prompts?|forget|ignore|system|orders|longer|above|prior|these|those|rules|about|every|user|your|tell|this|stop|must|obey|from|the|all|any|and|you|are|not|now|of|my|do|no|on|to/g

function wordsApart(run: string): string {
  return flat(run.replaceAll(telling, ' $& ')).trim()
}
