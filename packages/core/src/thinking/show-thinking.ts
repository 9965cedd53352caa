import type { Message } from '../message/message.ts'
import type { SessionId } from '../store/session.ts'
import type { StoredMessage } from '../store/store.ts'
import type { OmittedRun, ThinkingRecord } from './thinking-record.ts'
import { hasSeal, withoutThinking } from './without-thinking.ts'

/** The facts that decide whose thinking goes into a request. */
export interface ThinkingRule {
  /** The session whose view is sent. */
  readonly session: SessionId
  readonly record: ThinkingRecord
  /** The model takes thinking back only behind the very conversation that it was written in. */
  readonly binds: boolean
}

/**
 * The messages of a view as they may be sent. A model that binds its thinking refuses what was thought before the view
 * last changed, so of all that was said or made elsewhere than in this very session only the words go out. From there on
 * a request only grows. Messages of which nothing is left are left out.
 */
export function showThinking(view: readonly StoredMessage[], rule: ThinkingRule): readonly Message[] {
  const { omitted, changedAt } = rule.record
  const change = rule.binds && changedAt !== undefined ? [{ through: changedAt }] : []
  const isOmitted = omittedIn(view, [...omitted, ...change])
  return view.flatMap(({ message, session, standsFor }, at) => {
    const isElsewhere = rule.binds && (session !== rule.session || standsFor !== undefined)
    if (!isElsewhere && !isOmitted(at)) return [message]
    const left = withoutThinking(message)
    return left !== message && left.parts.length === 0 ? [] : [left]
  })
}

/** The entries of a view whose thinking is omitted because of what is known of it, whatever the model. */
export function omittedEntries(view: readonly StoredMessage[], { omitted }: ThinkingRecord): readonly StoredMessage[] {
  const isOmitted = omittedIn(view, omitted)
  return view.filter(({ message }, at) => isOmitted(at) && hasSeal(message))
}

/** A run whose end is no longer in view says nothing of it. */
function omittedIn(view: readonly StoredMessage[], runs: readonly OmittedRun[]): (at: number) => boolean {
  if (runs.length === 0) return () => false
  const places = new Map(view.map(({ id }, at) => [id, at] as const))
  const spans = runs.flatMap(({ from, through }) => {
    const end = places.get(through)
    const start = from === undefined ? 0 : places.get(from)
    return end === undefined || start === undefined ? [] : [{ start, end }]
  })
  return (at) => spans.some(({ start, end }) => start <= at && at <= end)
}
