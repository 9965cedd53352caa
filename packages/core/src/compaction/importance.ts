import type { Shown } from '../engine/occasion.ts'
import { isGoOn } from '../ledger/active-task.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { singleSpaced } from '../ledger/single-spaced.ts'
import { spokenText } from '../ledger/spoken-text.ts'
import { redactMessage } from '../redact/redact-message.ts'
import type { Quote } from '../summary/wrap-summary.ts'
import type { CountText } from '../tokens/count.ts'
import { numberOf } from './number-of.ts'

export interface QuoteOptions {
  readonly maxTokens: number
  readonly countText: CountText
  /** What stands beside the quotes: nothing is said twice. */
  readonly body: string
  /** Lets others run. */
  pause(): Promise<void>
}

interface Candidate extends Quote {
  readonly at: number
  readonly score: number
  readonly tokens: number
}

/** What a user said outranks a choice, and that outranks an error; all fade with age. */
const weights: Readonly<Record<string, number>> = { user: 3, assistant: 2, tool: 1.5 }
/** A text that would take more than this share of the room is better paraphrased. */
const mostShare = 0.4
/** Fewer tokens than this hardly say anything by themselves. */
const tellingTokens = 20
/** Line, role and reference around a quote. */
const quoteTokens = 12

/** So many messages are looked at before others may run. */
const stepMessages = 2_000

/** The best of what the middle says, as much as fits, in the order it was said. Older quotes compete again. */
export async function chooseQuotes(
  middle: readonly Shown[],
  ledger: Ledger,
  older: readonly Quote[],
  options: QuoteOptions,
): Promise<readonly Quote[]> {
  const said = plain(options.body)
  const span = Math.max(1, middle.length)
  const score = (quotes: readonly (Quote & { readonly at: number })[]): readonly Candidate[] =>
    quotes
      .filter(({ text }) => !said.includes(plain(text).slice(0, 160)))
      .map((quote): Candidate => {
        const tokens = options.countText(quote.text) + quoteTokens
        const age = quote.at < 0 ? 1.5 : (span - quote.at) / span
        const telling = Math.min(1, (tokens - quoteTokens) / tellingTokens)
        return { ...quote, tokens, score: ((weights[quote.role] ?? 1) * telling) / (1 + age) / Math.sqrt(tokens) }
      })
  const scored = [...score(older.map((quote, i) => ({ ...quote, at: i - older.length })))]
  const candidates = finder(ledger)
  for (let start = 0; start < middle.length; start += stepMessages) {
    const stretch = middle.slice(start, start + stepMessages)
    scored.push(...score(stretch.flatMap((shown, i) => candidates(shown, start + i))))
    await options.pause()
  }
  const taken = new Set<string>()
  let room = options.maxTokens
  for (const { text, tokens } of scored.toSorted((a, b) => b.score - a.score || b.at - a.at)) {
    if (tokens > room || tokens > options.maxTokens * mostShare || taken.has(text)) continue
    taken.add(text)
    room -= tokens
  }
  const kept = scored.filter(({ text }) => taken.delete(text))
  return kept.toSorted((a, b) => a.at - b.at).map(({ role, reference, text }) => ({ role, reference, text }))
}

function finder(ledger: Ledger): (shown: Shown, at: number) => readonly (Quote & { readonly at: number })[] {
  const decisions = ledger.decisions.filter(({ by }) => by === 'assistant')
  const errors = new Map(ledger.errors.map((fact) => [fact.entry, fact.line]))
  return (shown, at) => {
    const reference = numberOf(shown)
    const said = textOfUser(shown)
    if (said !== undefined) return [{ role: 'user', reference, text: said, at }]
    const chosen = decisions
      .filter(({ entry }) => entry === shown.id)
      .map(({ text }) => ({ role: 'assistant', reference, text, at }))
    const line = errors.get(shown.id)
    return line === undefined ? chosen : [...chosen, { role: 'tool', reference, text: line, at }]
  }
}

function textOfUser({ message, standsFor }: Shown): string | undefined {
  if (standsFor !== undefined || message.role !== 'user') return undefined
  const text = spokenText(redactMessage(message))
  return text === '' || isGoOn(text) ? undefined : text
}

function plain(text: string): string {
  return singleSpaced(text).trim()
}
