import { messageNumber } from '../../contract/message-number.ts'
import type { Shown } from '../../contract/occasion.ts'
import { isBackground, spokenText } from '../../ledger/authorship/spoken-text.ts'
import { singleSpaced } from '../../ledger/language/single-spaced.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { asksNothing } from '../../ledger/requests/asks-nothing.ts'
import { redactMessage } from '../../redact/redact-message.ts'
import type { Quote } from '../../sealed/wrap-summary.ts'
import type { CountText } from '../../tokens/count.ts'

export interface QuoteOptions {
  readonly maxTokens: number
  readonly countText: CountText
  /** The text beside the quotes: nothing is said twice. */
  readonly body: string
  /** Lets others run. */
  pause(): Promise<void>
}

/** A quote, and its place among the messages; older quotes have places before the first. */
interface Candidate extends Quote {
  readonly at: number
}

interface Scored {
  readonly candidate: Candidate
  readonly score: number
  readonly tokens: number
}

/** A user's words outrank a choice, and that outranks an error; all fade with age. */
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
  const scored: Scored[] = []
  const consider = (candidate: Candidate) => {
    if (said.includes(plain(candidate.text).slice(0, 160))) return
    scored.push(rate(candidate, options.countText(candidate.text), span))
  }
  older.forEach(({ role, reference, text }, i) => {
    consider({ role, reference, text, at: i - older.length })
  })
  const facts = factsByEntry(ledger)
  for (let start = 0; start < middle.length; start += stepMessages) {
    middle.slice(start, start + stepMessages).forEach((shown, i) => {
      for (const candidate of candidatesOf(shown, start + i, facts)) consider(candidate)
    })
    await options.pause()
  }
  return bestOf(scored, options.maxTokens).map(({ role, reference, text }) => ({ role, reference, text }))
}

function rate(candidate: Candidate, textTokens: number, span: number): Scored {
  const { at, role } = candidate
  const tokens = textTokens + quoteTokens
  const age = at < 0 ? 1.5 : (span - at) / span
  const telling = Math.min(1, textTokens / tellingTokens)
  return { candidate, tokens, score: ((weights[role] ?? 1) * telling) / (1 + age) / Math.sqrt(tokens) }
}

function bestOf(scored: readonly Scored[], maxTokens: number): readonly Candidate[] {
  const taken = new Set<string>()
  let room = maxTokens
  for (const { candidate, tokens } of scored.toSorted(byScore)) {
    if (tokens > room || tokens > maxTokens * mostShare || taken.has(candidate.text)) continue
    taken.add(candidate.text)
    room -= tokens
  }
  const kept = scored.map(({ candidate }) => candidate).filter(({ text }) => taken.delete(text))
  return kept.sort((a, b) => a.at - b.at)
}

/** The best first; of equals the newest. */
function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || b.candidate.at - a.candidate.at
}

/** Facts that the ledger can quote for each entry: the assistant's decisions there, and the last error. */
interface QuotableFacts {
  readonly decisions: ReadonlyMap<string, readonly string[]>
  readonly errors: ReadonlyMap<string, string>
}

function factsByEntry(ledger: Ledger): QuotableFacts {
  const decisions = new Map<string, string[]>()
  for (const { by, entry, text } of ledger.decisions) {
    if (by !== 'assistant') continue
    const known = decisions.get(entry)
    if (known === undefined) decisions.set(entry, [text])
    else known.push(text)
  }
  return { decisions, errors: new Map(ledger.errors.map(({ entry, line }) => [entry, line])) }
}

function candidatesOf(shown: Shown, at: number, { decisions, errors }: QuotableFacts): readonly Candidate[] {
  const said = textOfUser(shown)
  const chosen = decisions.get(shown.id)
  const line = errors.get(shown.id)
  if (said === undefined && chosen === undefined && line === undefined) return noCandidates
  const reference = messageNumber(shown)
  if (said !== undefined) return [{ role: 'user', reference, text: said, at }]
  const found = (chosen ?? []).map((text): Candidate => ({ role: 'assistant', reference, text, at }))
  if (line !== undefined) found.push({ role: 'tool', reference, text: line, at })
  return found
}

const noCandidates: readonly Candidate[] = []

function textOfUser({ message, standsFor }: Shown): string | undefined {
  if (standsFor !== undefined || message.role !== 'user') return undefined
  const text = spokenText(redactMessage(message))
  return text === '' || asksNothing(text) || isBackground(text) ? undefined : text
}

function plain(text: string): string {
  return singleSpaced(text).trim()
}
