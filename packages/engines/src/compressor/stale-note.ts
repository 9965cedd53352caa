import { type EntryId, isIndexNote, type Message, type Occasion } from '@palimpsest/core/engine'
import { readMemo } from './memo.ts'

/** The index that an earlier compaction put into the view; the next one has its own in its place. */
export interface StaleNote {
  readonly id: EntryId
  readonly tokens: number
  /** The view with it, which plans are checked against. */
  readonly before: Occasion['view']
}

/** A view without the index of the last compaction, which would be read as if somebody had said it. */
export interface OpenedView {
  readonly occasion: Occasion
  readonly stale?: StaleNote
}

/** Takes the last index out of a view. A file has no memo, so there, and only there, it is known by its seal. */
export function takeNote(occasion: Occasion): OpenedView {
  const memo = readMemo(occasion.memo)
  const found = occasion.view.find(({ id, message }) => (memo === undefined ? isNote(message) : id === memo.note))
  if (found === undefined) return { occasion }
  const view = occasion.view.filter((shown) => shown !== found)
  return {
    occasion: { ...occasion, view },
    stale: { id: found.id, tokens: occasion.counter.message(found.message), before: occasion.view },
  }
}

function isNote({ role, parts }: Message): boolean {
  const [first, second] = parts
  return role !== 'tool' && first?.type === 'text' && second === undefined && isIndexNote(first.text)
}
