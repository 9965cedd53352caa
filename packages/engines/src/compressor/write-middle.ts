import {
  activeTask,
  chooseQuotes,
  groupStarts,
  isMiddle,
  type KeptDigests,
  type PreparedNote,
  type Quote,
  recentCalls,
  renderIndex,
  type Shown,
  type SummaryModel,
  type SummaryResult,
  summarise,
  textOf,
} from '@palimpsest/core/engine'
import type { CompactionWork } from './compaction-work.ts'
import { quoteShare, roomFor } from './fit-in.ts'
import { canListFiles, indexRoom } from './index-note.ts'
import { answersMissing, isAnswerQuote } from './kept-answers.ts'
import { shownOriginals } from './originals.ts'
import { coveredBy } from './prepared-summary.ts'
import { type CutDraft, middleOf, middleTokens, type WrittenSummary } from './show-summary.ts'

/** Where the middle is, and what models wrote about parts of it. */
type Place = CutDraft & { readonly digests: KeptDigests }

/** Has the middle summarised, unless that was done ahead of time. */
export async function writeMiddle(work: CompactionWork, fit: Place, signal: AbortSignal): Promise<WrittenSummary> {
  const { ports } = work
  const messages = await shownOriginals(ports, middleOf(work, fit))
  const prepared = preparedNote(work, fit)
  const { body, note, flags, failures } = await askForMiddle(work, fit, signal)
  await ports.pause()
  const mostQuoted = Math.floor(quoteShare * roomFor(work, middleTokens({ draft: work.draft, cut: fit.cut })))
  const told = [body, ...answersMissing(work.answers, fit).map(({ quote }) => quote.text)].join('\n')
  const quotes = await quotesOf(work, messages, told, mostQuoted)
  await ports.pause()
  const index = indexOf(work, `${keptText(fit)}\n${told}`)
  return { body, quotes, index, note, flags, failures, ...(prepared && { prepared }) }
}

/** Has models write about the middle: about all of it, or what came after the part that they wrote about before. */
export async function askForMiddle(work: CompactionWork, fit: Place, signal: AbortSignal): Promise<SummaryResult> {
  const { ports, ahead } = work
  const reused = preparedNote(work, fit)?.reused
  const covered = reused === 'prefix' && ahead ? coveredBy(ahead, work.occasion.view) : new Set()
  const middle = middleOf(work, fit).filter(({ id }) => !covered.has(id))
  const messages = await shownOriginals(ports, middle)
  const shortened = await shownOriginals(ports, shortenedOf(work, fit))
  const missed = reused === 'prefix' ? [] : await missedBefore(work)
  await ports.pause()
  // By what is left of the middle once all is done that is free: results that were cleared need few words.
  const targetTokens = roomFor(work, middleTokens(fit))
  return askFor(work, { messages: [...missed, ...messages], shortened, targetTokens, fit, reused }, signal)
}

/** Returns how much of the middle was written about ahead of time. */
function preparedNote({ ahead, occasion, ...work }: CompactionWork, fit: CutDraft): PreparedNote | undefined {
  if (ahead === undefined) return undefined
  const covered = coveredBy(ahead, occasion.view)
  const isWhole = middleOf({ ...work, occasion }, fit).every(({ id }) => covered.has(id))
  if (!isWhole && ahead.drafted === undefined) return undefined
  const { share, ms } = ahead
  return { share, messages: covered.size, ms, reused: isWhole ? 'whole' : 'prefix' }
}

/** Returns what a model should have read at an earlier compaction, if one can now. */
async function missedBefore({ memo, occasion, ports }: CompactionWork): Promise<readonly Shown[]> {
  const unread = memo.summary?.unread ?? []
  if (unread.length === 0 || !ports.summaryModels.some((model) => isAwake(occasion, model))) return []
  return ports.originals(unread)
}

function isAwake({ resting }: CompactionWork['occasion'], { name }: SummaryModel): boolean {
  return !resting?.includes(name)
}

/** True when a model can be asked at all. */
export function hasWriter({ occasion, ports }: Pick<CompactionWork, 'occasion' | 'ports'>): boolean {
  const all = [...(occasion.live ? [occasion.live] : []), ...ports.summaryModels]
  return all.some((model) => isAwake(occasion, model))
}

interface Order {
  readonly messages: readonly Shown[]
  readonly shortened: readonly Shown[]
  readonly targetTokens: number
  readonly fit: Place
  readonly reused: PreparedNote['reused'] | undefined
}

function askFor({ occasion, memo, ports, ahead }: CompactionWork, order: Order, signal: AbortSignal) {
  const { messages, shortened, targetTokens, fit, reused } = order
  const previous = reused === 'prefix' ? ahead?.drafted?.body : memo.summary?.body
  const { view, counter, focus, at, saidAt = at } = occasion
  const task = activeTask(view, memo.ledger.requests, memo.summary?.entry)
  const request = {
    messages,
    shortened,
    hasIndex: canListFiles({ occasion, draft: fit.draft }),
    view,
    ledger: memo.ledger,
    stays: keptText(fit),
    targetTokens,
    counter,
    digests: fit.digests,
    at: saidAt,
    ...(previous !== undefined && { previous }),
    ...(reused === 'whole' && ahead && { asked: ahead }),
    ...(task !== undefined && { activeTask: task }),
    ...(focus !== undefined && { focus }),
    ...(ports.onProgress && { onProgress: ports.onProgress }),
  }
  const awake = ports.summaryModels.filter((model) => isAwake(occasion, model))
  const hasAll = memo.summary?.unread === undefined && reused !== 'prefix'
  const mayRide = occasion.live && isAwake(occasion, occasion.live) && hasAll
  const live = occasion.live && mayRide ? { live: liveOf(occasion.live, occasion, fit) } : {}
  return summarise({ ...request, ...live }, { ...ports, summaryModels: awake }, signal)
}

/** A model that sees the whole view also receives the start of the part that stays as it is. */
function liveOf(model: SummaryModel, { view }: CompactionWork['occasion'], { draft, cut }: CutDraft) {
  const lastCut = draft.items.findLastIndex(({ message, shown }) => message !== shown.message)
  const first = view[Math.max(cut.tailStart, lastCut + 1)]
  return { model, ...(first && { staysFrom: textOf([first.message]) }) }
}

/** Messages that will stay, but no longer whole, with the calls or results that belong to them. */
function shortenedOf({ occasion }: CompactionWork, { draft, cut }: CutDraft): readonly Shown[] {
  const isCut = (at: number) => !isMiddle(cut, at) && draft.items[at]?.message !== occasion.view[at]?.message
  const starts = groupStarts(draft.items)
  return starts.flatMap((start, i) => {
    const group = occasion.view.slice(start, starts[i + 1] ?? start)
    return group.some((_, at) => isCut(start + at)) ? group : []
  })
}

function quotesOf(
  { memo, occasion, ports }: CompactionWork,
  messages: readonly Shown[],
  body: string,
  maxTokens: number,
): Promise<readonly Quote[]> {
  const countText = textCounter(occasion)
  const older = memo.quotes.filter((quote) => !isAnswerQuote(quote))
  return chooseQuotes(messages, memo.ledger, older, { maxTokens, countText, body, pause: () => ports.pause() })
}

/** The index leaves out what can be read elsewhere in the view. */
function indexOf(work: CompactionWork, shown: string): string {
  const { memo, occasion } = work
  return renderIndex(memo.ledger, {
    maxTokens: indexRoom(work),
    countText: textCounter(occasion),
    shown,
    recent: recentCalls(occasion.view),
    listsChanges: true,
  })
}

function keptText({ draft, cut }: CutDraft): string {
  return textOf(draft.items.filter((_, at) => !isMiddle(cut, at)).map(({ message }) => message))
}

function textCounter({ counter }: CompactionWork['occasion']) {
  return (text: string) => counter.part({ type: 'text', text })
}
