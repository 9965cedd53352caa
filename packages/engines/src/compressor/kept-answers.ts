import {
  answerText,
  type EnginePorts,
  type EntryId,
  type Fit,
  isMiddle,
  leaveOutMiddle,
  messageNumber,
  type Occasion,
  type Quote,
  redactMessage,
  referredAnswers,
  type Shown,
} from '@palimpsest/core/engine'
import type { Memo } from './memo.ts'
import { shownOriginals } from './originals.ts'

/** An answer that the last request refers to. */
export interface KeptAnswer {
  readonly quote: Quote
  /** The entry that shows it; one that was kept at an earlier compaction is shown in the summary alone. */
  readonly entry?: EntryId
  readonly tokens: number
}

/** The role that identifies such a quote, in a memo and in a file. */
const answerRole = 'assistant, before the last request'
/** Line, role and reference around a quote. */
const quoteTokens = 16

export function isAnswerQuote({ role }: Quote): boolean {
  return role === answerRole
}

/** Returns what the last request refers to: whole, or, if that exceeds what a summary may take, its two ends. */
export async function keptAnswers(occasion: Occasion, memo: Memo, ports: EnginePorts): Promise<readonly KeptAnswer[]> {
  const { found, needsEarlier, before } = referredAnswers(occasion.view, memo.summary?.entry)
  const quoted = needsEarlier ? memo.quotes.filter(isAnswerQuote).map((quote) => ({ quote })) : []
  const earlier = quoted.length > 0 || before === undefined ? quoted : await read([before], ports)
  const all = ends([...earlier, ...(await read(ends(found), ports))])
  const mostTokens = Math.floor(occasion.budget.summaryTokens / Math.max(1, all.length))
  const countText = (text: string) => occasion.counter.part({ type: 'text', text })
  return all.map(({ quote, ...rest }) => {
    const where = `in full: ${ports.howToRead(quote.reference)}`
    const text = leaveOutMiddle(quote.text, { mostTokens, countText, where })
    return { ...rest, quote: { ...quote, text }, tokens: countText(text) + quoteTokens }
  })
}

/** Returns the answer agreed to first, and the one given last. */
function ends<Answer>(answers: readonly Answer[]): readonly Answer[] {
  return answers.length < 3 ? answers : [...answers.slice(0, 1), ...answers.slice(-1)]
}

async function read(answers: readonly Shown[], ports: EnginePorts) {
  const originals = await Promise.all(answers.map(async (each) => (await shownOriginals(ports, [each])).at(-1) ?? each))
  return originals.map((original, i) => {
    const text = answerText({ ...original, message: redactMessage(original.message) })
    const entry = answers[i]?.id
    const quote = { role: answerRole, reference: messageNumber(original), text }
    return { quote, ...(entry !== undefined && { entry }) }
  })
}

/** The answers that a view does not show as they were said. */
export function answersMissing(
  answers: readonly KeptAnswer[],
  { draft, cut }: Pick<Fit, 'draft' | 'cut'>,
): readonly KeptAnswer[] {
  if (answers.length === 0) return answers
  const isWhole = (entry: EntryId) =>
    draft.items.some(
      ({ shown, message }, at) =>
        shown.id === entry && !isMiddle(cut, at) && message === shown.message && shown.standsFor === undefined,
    )
  return answers.filter(({ entry }) => entry === undefined || !isWhole(entry))
}
