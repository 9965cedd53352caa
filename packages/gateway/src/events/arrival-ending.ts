import { isObject, type Json } from '@palimpsest/core/json'
import type { EntryId } from '@palimpsest/core/log'
import type { Usage } from '@palimpsest/core/tokens'

/** How an arrival was dealt with: the last event that bears its entry. */
export type ArrivalEnding =
  | {
      readonly kind: 'answered'
      readonly entry: EntryId
      /** The entry of the answer. */
      readonly answer: EntryId
      readonly text: string
      readonly notices: readonly string[]
      readonly usage?: Usage
    }
  | { readonly kind: 'refused'; readonly entry: EntryId; readonly text: string; readonly notices: readonly string[] }
  /** Nobody could deal with it; the text is an apology. */
  | { readonly kind: 'failed'; readonly entry: EntryId; readonly text: string }
  | { readonly kind: 'noted'; readonly entry: EntryId }
  | { readonly kind: 'blocks'; readonly entry: EntryId; readonly blocks: readonly string[] }

const endings: ReadonlySet<Json | undefined> = new Set(['answered', 'refused', 'failed', 'noted', 'blocks'])

/** Reads an event as the ending of an arrival; `undefined` when it is none, or that of another. */
export function readEnding(event: Json, entry: EntryId): ArrivalEnding | undefined {
  if (!isObject(event) || event.entry !== entry || !endings.has(event.kind)) return undefined
  return event as unknown as ArrivalEnding
}

/** The ending as an event of the log. */
export function endingEvent(ending: ArrivalEnding): Json {
  return { ...ending } as unknown as Json
}

/** The text that a person reads. */
export function endingText(ending: ArrivalEnding): string {
  switch (ending.kind) {
    case 'answered':
    case 'refused':
    case 'failed':
      return ending.text
    case 'noted':
      return ''
    case 'blocks':
      return ending.blocks.join('\n\n')
  }
}
