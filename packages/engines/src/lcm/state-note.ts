import {
  activeTask,
  leaveOutMiddle,
  mostIndexTokens,
  mustSurviveText,
  type Occasion,
  type Quote,
  recentCalls,
  renderConstraints,
  renderIndex,
  wrapSummary,
  writeSections,
} from '@palimpsest/core/engine'
import type { LcmMemo } from './lcm-memo.ts'

export interface StateNoteOptions {
  /** Everything else that the view will show, as text. */
  readonly shown: string
  /** What of that the view shows as it was said. */
  readonly said: string
  /** How to find and read what is not shown, for the model. */
  readonly howToRecall: string
  /** Answers that the last request refers to, where they are not shown. */
  readonly quotes: readonly Quote[]
}

/** More of one request is seldom needed to go on; in small windows it is less. */
const mostTaskTokens = 1_000
const taskShare = 0.1

/**
 * The note below all records: what the user wants now, the rules that hold word for word, what was called off, and an index
 * of facts. It is written anew whenever the view changes, so nothing in it is out of date.
 */
export function stateNote(occasion: Occasion, { ledger }: LcmMemo, options: StateNoteOptions): string {
  const { view, counter, budget } = occasion
  const countText = (text: string) => counter.part({ type: 'text', text })
  const task = taskOf(activeTask(view, ledger.requests) ?? '', options.said)
  const mostTokens = Math.min(mostTaskTokens, Math.floor(budget.targetTokens * taskShare))
  const where = 'the whole of it can be read back'
  const texts = {
    ...(task !== '' && { 'Active Task': leaveOutMiddle(task, { mostTokens, countText, where }) }),
    ...rulesOf(ledger),
    ...calledOff(ledger),
  }
  const index = renderIndex(ledger, {
    maxTokens: indexTokens(occasion),
    countText,
    shown: options.shown,
    recent: recentCalls(view),
  })
  const summary = { body: writeSections({ opening: '', texts }), quotes: options.quotes, index }
  return [wrapSummary(summary, options.howToRecall), mustSurviveText(occasion)]
    .filter((text) => text !== '')
    .join('\n\n')
}

const openingChars = 300

/** A request that can be read where it was said needs no second place; one that a record tells of, among others, does. */
function taskOf(task: string, said: string): string {
  return said.includes(task.slice(0, openingChars).trim()) ? '' : task
}

/** The most that a note can take, before anything is known about the view. */
export function stateNoteTokens(occasion: Occasion, { ledger }: LcmMemo): number {
  const { counter, budget } = occasion
  const text = `${renderConstraints(ledger)}${mustSurviveText(occasion)}`
  const task = Math.min(mostTaskTokens, Math.floor(budget.targetTokens * taskShare))
  return (
    counter.part({ type: 'text', text }) + mostIndexTokens(ledger, indexTokens(occasion)) + task + noteEnvelopeTokens
  )
}

const noteEnvelopeTokens = 250

/** In a small window records say more than an index. */
const indexShare = 0.1

function indexTokens({ budget }: Occasion): number {
  return Math.min(budget.indexTokens, Math.floor(budget.targetTokens * indexShare))
}

function rulesOf(ledger: LcmMemo['ledger']): { readonly 'Constraints & Preferences'?: string } {
  const rules = renderConstraints(ledger)
  return rules === '' ? {} : { 'Constraints & Preferences': rules }
}

const mostCalledOff = 10
const calledOffChars = 160

/** A request that was taken back must not be picked up again from an old record. */
function calledOff({ requests }: LcmMemo['ledger']): { readonly 'Critical Context'?: string } {
  const off = requests.filter((request) => request.calledOff === true).slice(-mostCalledOff)
  if (off.length === 0) return {}
  const lines = off.map(({ text }) => `- "${text.replace(/\s+/g, ' ').slice(0, calledOffChars).toWellFormed()}"`)
  return { 'Critical Context': ['The user called these off; they are cancelled:', ...lines].join('\n') }
}
