import { Failure } from '../errors.ts'
import { groups } from '../message/group.ts'
import type { CallId, Message } from '../message/message.ts'
import type { Entry, Log, PatchEntry, UndoEntry } from './entry.ts'

/** A stretch of the log and what the view shows for it: the entry itself, or a patch over what was there before. */
export type Span =
  | { readonly kind: 'original'; readonly from: number; readonly to: number; readonly messages: readonly [Message] }
  | {
      readonly kind: 'patched'
      readonly from: number
      readonly to: number
      readonly messages: readonly Message[]
      readonly patch: number
      readonly covers: readonly Span[]
    }

/** What the model will see: a log, folded. Spans are in order, and together they stand for every message of the log. */
export interface View {
  readonly spans: readonly Span[]
  readonly nextSeq: number
}

export const emptyView: View = { spans: [], nextSeq: 0 }

/** The view of a whole log. `viewOf([...log, entry])` is `append(viewOf(log), [entry])`. */
export function viewOf(log: Log): View {
  return append(emptyView, log)
}

/** The view after more entries. The view it was given stays as it is. */
export function append(view: View, entries: Log): View {
  const spans = [...view.spans]
  let seq = view.nextSeq
  for (const entry of entries) {
    if (entry.seq !== seq) {
      const message = `entry ${entry.seq} does not follow: expected ${seq}`
      throw new Failure('log/bad-sequence', message, { expectedSeq: seq, seq: entry.seq })
    }
    apply(spans, entry)
    seq++
  }
  return { spans, nextSeq: seq }
}

/** The messages to send. */
export function messagesOf(view: View): readonly Message[] {
  return view.spans.flatMap((span) => span.messages)
}

/** Why a patch cannot stand. */
export type PatchFault =
  | { readonly kind: 'unaligned' }
  | { readonly kind: 'parts-group'; readonly parted: readonly CallId[] }

/** Tells before it is appended whether a patch fits: it takes whole spans, and leaves no call or result alone. */
export function checkPatch(view: View, patch: Pick<PatchEntry, 'from' | 'to' | 'messages'>): PatchFault | undefined {
  const range = rangeOf(view.spans, patch)
  if (range === undefined) return { kind: 'unaligned' }
  const after = [
    ...view.spans.slice(0, range.start).flatMap((span) => span.messages),
    ...patch.messages,
    ...view.spans.slice(range.end).flatMap((span) => span.messages),
  ]
  const lone = new Set(loneCalls(messagesOf(view)))
  const parted = loneCalls(after).filter((id) => !lone.has(id))
  return parted.length === 0 ? undefined : { kind: 'parts-group', parted }
}

/** Calls without their result, and results without their call. */
function loneCalls(messages: readonly Message[]): readonly CallId[] {
  return groups(messages).flatMap(({ unanswered, orphans }) => [...unanswered, ...orphans])
}

function apply(spans: Span[], entry: Entry): void {
  switch (entry.kind) {
    case 'message':
      spans.push({ kind: 'original', from: entry.seq, to: entry.seq, messages: [entry.message] })
      return
    case 'patch':
      applyPatch(spans, entry)
      return
    case 'undo':
      applyUndo(spans, entry)
  }
}

function applyPatch(spans: Span[], patch: PatchEntry): void {
  const range = rangeOf(spans, patch)
  if (range === undefined) throw badPatch(patch, `entries ${patch.from}..${patch.to} are not whole spans of the view`)
  const { from, to, messages, seq } = patch
  const covers = spans.slice(range.start, range.end)
  spans.splice(range.start, covers.length, { kind: 'patched', from, to, messages, patch: seq, covers })
}

/** Only what shows can be taken back: a patch under a later patch comes back with that one's undoing. */
function applyUndo(spans: Span[], undo: UndoEntry): void {
  const at = spans.findIndex((span) => span.kind === 'patched' && span.patch === undo.patch)
  const span = spans[at]
  if (span?.kind !== 'patched')
    throw badPatch({ from: undo.patch, to: undo.patch }, `no patch ${undo.patch} shows in the view`)
  spans.splice(at, 1, ...span.covers)
}

function badPatch(
  { from, to }: { readonly from: number; readonly to: number },
  message: string,
): Failure<'log/bad-patch'> {
  return new Failure('log/bad-patch', message, { from, to })
}

interface Range {
  readonly start: number
  readonly end: number
}

function rangeOf(
  spans: readonly Span[],
  { from, to }: { readonly from: number; readonly to: number },
): Range | undefined {
  const start = spanFrom(spans, from)
  const end = spanFrom(spans, to + 1, (span) => span.to + 1)
  return start === undefined || end === undefined || end < start ? undefined : { start, end: end + 1 }
}

/** Index of the span that begins (or, by `edge`, ends) exactly at `seq`. */
function spanFrom(spans: readonly Span[], seq: number, edge = (span: Span) => span.from): number | undefined {
  let low = 0
  let high = spans.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const span = spans[middle]
    if (span === undefined) return undefined
    const at = edge(span)
    if (at === seq) return middle
    if (at < seq) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
