import type { Receipt, SavedTokens } from '@palimpsest/core/engine'
import type { Session } from '@palimpsest/core/store'
import { countNoun } from './count-noun.ts'

/** When a compaction came, by its trigger. */
export const triggerWords: Readonly<Record<Receipt['trigger'], string>> = {
  hygiene: 'before the next message was read',
  preflight: 'before the request',
  response: 'after the answer',
  overflow: 'after a refusal',
  manual: 'when asked for',
}

/** The effect of each step of a compaction. */
export const stepWords: Readonly<Record<keyof SavedTokens, string>> = {
  cleared: 'old results cleared',
  deduplicated: 'repeated results',
  shortened: 'arguments shortened',
  spilled: 'large texts moved out',
  summarised: 'messages summarised',
  dropped: 'messages dropped',
}

/** An explanation of facts, for those new to the term. */
export const factsMeaning =
  'Facts are what code can read off a conversation: requests, rules, files, commands, errors, names and numbers. What is not shown any more is kept, and can be found again.'

const facts: Readonly<Record<string, string>> = {
  constraints: 'rules of the user',
  requests: 'requests of the user',
  identifiers: 'names and numbers',
}

/** A class of facts; one that is a plain word already stays. */
export function factWords(name: string): string {
  return facts[name] ?? name
}

const gaps: Readonly<Record<string, string>> = {
  fast: 'short pauses, as of a program',
  human: 'pauses as people make them',
  gateway: 'long pauses, as in a chat app',
  recorded: 'pauses as recorded',
}

/** The pauses of a replay; the seed is stated if it is not the usual one. */
export function gapWords(gap: string): string {
  const [name = '', seed = '1'] = gap.split(':')
  const known = gaps[name]
  if (known !== undefined) return seed === '1' ? known : `${known} (seed ${seed})`
  return /^\d/.test(gap) ? `pauses of ${gap.replace(/s$/, '')} s` : gap
}

/** The kinds of session in a conversation: the first, one a compaction began, or one that went its own way. */
export const sessionKindWords: Readonly<Record<Session['kind'], string>> = {
  root: 'beginning',
  continuation: 'goes on',
  branch: 'branch',
  subagent: 'sub-agent',
}

/** Names of what tokens were billed as. */
export const bucketWords: Readonly<Record<string, string>> = {
  input: 'input',
  output: 'output',
  cacheRead: 'cache read',
  cacheWrite: 'cache write',
  reasoning: 'reasoning',
}

/** The meaning of each flag of a receipt for its reader. */
const flags: Readonly<Record<string, string>> = {
  mechanical: 'The summary was written by code from the facts it could read; no model wrote it.',
  'irreducible-floor': 'This is as small as it gets, and still not below the threshold.',
  'headings-missing': 'The summary came without its headings.',
  'summary-long': 'The summary is longer than was asked for.',
  'language-changed': 'The summary is in another language than the conversation.',
  'summary-not-shorter': 'A summary was written, but it was no shorter than what it stood for.',
  'merged-by-code': 'The summaries of the chunks were put together by code, not by the model.',
  'tools-left-out': 'Schemas of tools that are not used are left out; find_tools finds them.',
  'summary-asked-again': 'The first summary left out too much, and was asked for again.',
  'thinking-left-out': 'What the model thought before is left out: it would be refused after a compaction.',
}

/** Flags that say more after a colon. */
const openings: Readonly<Record<string, string>> = {
  unverified: 'Named in the summary but in none of its sources',
  'summary-model-failed': 'A model could not write the summary, or not all of it',
  'facts-restored': 'Facts that the summary had lost, put back by code',
  'rules-dropped': 'You set more rules than can be kept word for word; no longer kept',
  'partly-mechanical': 'No model could summarise all of it; written by code',
}

/** A flag in words; one that is already a sentence, or is unknown here, is returned unchanged. */
export function flagWords(flag: string): string {
  const [, name = flag, rest] = /^([\w-]+): (.*)$/s.exec(flag) ?? []
  if (rest === undefined) return flags[name] ?? flag
  const opening = openings[name]
  return opening === undefined ? flag : `${opening}: ${rest}`
}

/** Why a receipt has no summary. */
export function noSummaryWords({ flags: flagged, messages }: Pick<Receipt, 'flags' | 'messages'>): string {
  if (messages.dropped !== undefined) return `none: ${countNoun(messages.dropped, 'message')} dropped without one`
  const isLeftOut = flagged.includes('summary-not-shorter')
  return isLeftOut ? 'left out: it was no shorter than what it stood for' : 'none was needed'
}

type Summary = Receipt['summary']

/** Says how much of what a summary represents was shown to its author. */
export function coverageWords({ coverage }: Pick<Summary, 'coverage'>): string {
  if (coverage >= 1) return 'It was written from all of them.'
  return `It was written from ${(coverage * 100).toFixed(1)} % of them.`
}
