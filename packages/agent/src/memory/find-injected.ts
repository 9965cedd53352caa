import { type InjectionKind, injectedPatterns } from './injected-patterns.ts'
import { otherSpellings } from './other-spellings.ts'

/** An instruction to the assistant, hidden in what should be a note or a file. */
export interface Injected {
  readonly kind: InjectionKind
  readonly language: string
  /** Why it is not let in, for the user. */
  readonly reason: string
  /** The words that gave it away, or the code points where they cannot be seen. */
  readonly excerpt: string
}

const reasons: Readonly<Record<InjectionKind, string>> = {
  override: 'it tells the assistant to drop its instructions',
  conceal: 'it tells the assistant to keep something from the user',
  impersonate: 'it poses as a message of the system',
  unleash: 'it tells the assistant that its rules no longer hold',
  leak: 'it would send private data elsewhere',
  hide: 'it contains text that cannot be seen',
}

/** Overrides of direction, tag characters, and runs of characters without width; single ones join letters and emoji. */
const unseen = /[\u202d\u202e]|[\u{e0000}-\u{e007f}]|[\u{e0100}-\u{e01ef}]{3}|[\u200b-\u200d\u2060-\u2064\ufeff]{3}/u
/** Letters and signs that are drawn as a space or as nothing, though they are neither. */
const blanks = /[\u115f\u1160\u180e\u2800\u3164\uffa0]/gu
/** England, Scotland and Wales spell their flags with tag characters. */
const flags = /\u{1f3f4}[\u{e0061}-\u{e007a}]{4,6}\u{e007f}/gu

/**
 * Finds the first sign that a text is meant to steer the assistant; `undefined` when there is none. A hint, not a
 * lock: other wording gets past it, which is why the user is asked before anything is remembered.
 */
export function findInjected(text: string): Injected | undefined {
  const hidden = unseen.exec(text.replaceAll(flags, ''))?.[0]
  if (hidden !== undefined) return { kind: 'hide', language: 'und', reason: reasons.hide, excerpt: codePoints(hidden) }
  const texts = new Set([text.replaceAll(blanks, ' '), text.replaceAll(blanks, '')])
  const spellings = new Set([...texts].flatMap(spellingsOf))
  for (const { kind, language, pattern } of injectedPatterns) {
    for (const spelling of spellings) {
      const excerpt = pattern.exec(spelling)?.[0]
      if (excerpt !== undefined) return { kind, language, reason: reasons[kind], excerpt: excerpt.trim().slice(0, 80) }
    }
  }
  return undefined
}

function spellingsOf(text: string): readonly string[] {
  const lines = fold(text)
  const flat = lines.replaceAll(/[*_`"“”«»]/gu, '').replaceAll(/\s+/gu, ' ')
  return [lines, flat, ...otherSpellings(text)]
}

/** Spelling that only looks different must not matter. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[’‘´]/gu, "'")
    .toLowerCase()
    .replaceAll(/[^\S\n]+/gu, ' ')
}

function codePoints(text: string): string {
  return Array.from(text, (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`).join(
    ' ',
  )
}
