import { type CompactionOutcome, fadingNotice } from '@palimpsest/core/compaction'
import type { UnbilledUsage } from '@palimpsest/core/store'
import type { NextTools } from './next-tools.ts'

type Committed = Extract<CompactionOutcome, { kind: 'committed' }>

/** Notices for the user about a compaction, or about why there was none. */
export function outcomeNotices(outcome: CompactionOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'committed': {
      const { tokens, messages, summary, prepared } = outcome.receipt
      const gone = messages.dropped === undefined ? 'without a summary' : `${messages.dropped} messages dropped`
      const ahead = prepared === undefined ? '' : prepared.reused === 'whole' ? ', prepared' : ', prepared in part'
      const by = summary.by === 'none' ? gone : `summary by ${summary.model ?? 'code'}${ahead}`
      return [`Compressed ${tokens.before.toLocaleString('en')} → ${tokens.after.toLocaleString('en')} tokens (${by}).`]
    }
    case 'skipped':
      return outcome.notify ? [outcome.detail] : []
    case 'failed':
      return [outcome.failure.message]
    case 'unchanged':
    case 'deferred':
      return []
  }
}

/** Tells which tools went, where the list has changed. */
export function toolNotices(outcome: CompactionOutcome, { choice, isChanged }: NextTools): readonly string[] {
  if (outcome.kind !== 'committed' || !isChanged) return []
  const { leftOut = [], savedTokens = 0 } = choice ?? {}
  if (leftOut.length === 0) return ['All tools are listed again.']
  const count = leftOut.length === 1 ? '1 tool' : `${leftOut.length} tools`
  const saved = savedTokens.toLocaleString('en')
  return [`${count} that this conversation does not use left out of requests (${saved} tokens); find_tools has them.`]
}

/** A conversation that was compacted this often fades; the count is of compactions still in effect. */
export function fadingNotices(compactions: number): readonly string[] {
  const notice = fadingNotice(compactions)
  return notice === undefined ? [] : [notice]
}

/** The usage owed before, the usage owed now, and the usage written with the compaction. */
export interface SummaryPrice {
  readonly before: UnbilledUsage | undefined
  readonly after: UnbilledUsage | undefined
  readonly paid: UnbilledUsage | undefined
}

/** Models that failed, and what asking took: answers that could not be used are paid all the same. */
export function costNotices(outcome: CompactionOutcome, { before, after, paid }: SummaryPrice): readonly string[] {
  const price = priceWords(before, paid ?? after)
  if (outcome.kind === 'committed' && outcome.failures.length > 0) return [[failureWords(outcome), ...price].join(' ')]
  if (paid !== undefined || price.length === 0) return []
  return [['No summary came of what was asked.', ...price].join(' ')]
}

/** A broken setting must not go unnoticed because another model filled in. */
function failureWords({ failures, receipt }: Committed): string {
  const failed = failures.map(({ model, message }) => `${model} (${message})`).join(', ')
  const writer = receipt.summary.model ?? 'code'
  return `No summary from ${failed}; ${writer} wrote it. Check auxiliary.compression if this repeats.`
}

function priceWords(before: UnbilledUsage | undefined, after: UnbilledUsage | undefined): readonly string[] {
  const calls = (after?.calls ?? 0) - (before?.calls ?? 0)
  if (after === undefined || calls <= 0) return []
  const usd = after.costUsd === undefined ? undefined : after.costUsd - (before?.costUsd ?? 0)
  const price = usd === undefined ? 'price unknown' : `$${usd.toFixed(4)}`
  return [`Asking took ${calls === 1 ? '1 call' : `${calls} calls`} (${price}).`]
}
