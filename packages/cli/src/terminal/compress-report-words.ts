import type { Receipt } from '@palimpsest/core'
import { count } from './count.ts'

/** What each flag of a receipt means for the person who reads it. */
const words: Readonly<Record<string, string>> = {
  mechanical: 'The summary was written by code from the facts it could read; no model wrote it.',
  'irreducible-floor': 'This is as small as it gets, and still not below the threshold.',
  'headings-missing': 'The summary came without its headings.',
  'summary-long': 'The summary is longer than was asked for.',
  'language-changed': 'The summary is in another language than the conversation.',
  'summary-not-shorter': 'A summary was written, but it was no shorter than what it stood for.',
  'merged-by-code': 'The summaries of the chunks were put together by code, not by the model.',
}

/** Flags that say more after a colon. */
const openings: Readonly<Record<string, string>> = {
  unverified: 'Named in the summary but in none of its sources',
  'summary-model-failed': 'A model could not write the summary, or not all of it',
  'rules-dropped': 'You set more rules than can be kept word for word; no longer kept',
  'partly-mechanical': 'No model could summarise all of it; written by code',
}

/** A flag in words; one that is a sentence already, or that nobody knows here, as it stands. */
export function flagWords(flag: string): string {
  const [, name = flag, rest] = /^([\w-]+): (.*)$/s.exec(flag) ?? []
  if (rest === undefined) return words[name] ?? flag
  const opening = openings[name]
  return opening === undefined ? flag : `${opening}: ${rest}`
}

/** Why a receipt has no summary. */
export function noSummaryWords({ flags, messages }: Pick<Receipt, 'flags' | 'messages'>): string {
  if (messages.dropped !== undefined) return `none: ${count(messages.dropped, 'message')} dropped without one`
  const isLeftOut = flags.includes('summary-not-shorter')
  return isLeftOut ? 'left out: it was no shorter than what it stood for' : 'none was needed'
}
