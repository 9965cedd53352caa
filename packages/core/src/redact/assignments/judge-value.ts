import type { Span } from '../scan/span.ts'
import { isPhrase } from '../values/is-phrase.ts'
import { isCertainValue, isSecretValue, type ValueSetting } from '../values/is-secret-value.ts'
import { endOf, readValue, type Value } from '../values/read-value.ts'

/** The setting of a value, and the promise of its key. */
export interface KeyedSetting extends ValueSetting {
  readonly id: string
  /** Name and place leave no doubt, so that any word counts. */
  readonly certain: boolean
}

const scheme = /^(?:Bearer|Basic|Token|Bot|Key|ApiKey|Digest|Negotiate)\s+/i

/** The credential that a value is, if it is one. */
export function judgeValue(text: string, value: Value, standing: KeyedSetting): Span | undefined {
  const { id, quoted, literal, strong, certain } = standing
  if (!quoted && (value.next === '(' || (/[[{<]/.test(value.next) && !literal))) return undefined
  if (value.text.length < 20 && /^(?:\.\.\.|…)/.test(text.slice(value.end, value.end + 3))) return undefined
  const lead = scheme.exec(value.text)?.[0].length ?? 0
  const shown = value.text.slice(lead)
  if (isSecretValue(shown, standing) || (certain && isCertainValue(shown, { isParameter: false })))
    return { id, start: value.start + lead, end: endOf(text, value) }
  const isSaid = (strong || certain) && value.closed && text.charAt(value.start - 1) !== '`' && isPhrase(shown)
  return isSaid ? { id, start: value.start, end: value.end } : undefined
}

const restOfLine = /[!-~]{1,40}(?: [!-~]{1,40}){1,9}(?=[ \t]{0,4}(?:\r?\n|\\{1,15}[nr]|$))/y

/** A password of several words that goes on to the end of its line; `undefined` where the line has one word only. */
export function judgeLine(text: string, at: number, id: string): readonly Span[] | undefined {
  restOfLine.lastIndex = at
  const said = restOfLine.exec(text)?.[0]
  if (said === undefined || /^["'`|>&*!{[$]/.test(said) || / [#\\]/.test(said)) return undefined
  return isPhrase(said) ? [{ id, start: at, end: at + said.length }] : []
}

/** The value at `at`, judged. */
export function judgeAt(text: string, at: number, standing: Omit<KeyedSetting, 'quoted'>): Span | undefined {
  const value = readValue(text, at, false)
  if (value === undefined) return undefined
  return judgeValue(text, value, { ...standing, quoted: value.quoted, literal: standing.literal || value.quoted })
}
