import type { JsonObject } from '@palimpsest/core/json'
import type { PromptUsage } from '../billing/billed-request.ts'
import type { Said } from '../model/model.ts'

/** Everything that a reply says, before an API puts it in its own shape. */
export interface Answer {
  /** Number of the call: ids are made of it, so two runs give the same bytes. */
  readonly n: number
  /** The body of the request. */
  readonly asked: JsonObject
  readonly model: string
  /** The maker of the model: its own API has no place for thinking, those that follow it do. */
  readonly provider: string
  readonly said: Said
  /** Nothing was to be said: the request only fills the cache, or is answered by a summary. */
  readonly isUnasked: boolean
  /** The model's thinking is valid only where it was written. */
  readonly binds: boolean
  /** Paths of the thinking that was left out of the prompt. */
  readonly dropped: readonly string[]
  /** Number of times it is said: all of them count as output. */
  readonly choices: number
  readonly stop: 'end' | 'tool-calls' | 'length' | 'stop-sequence'
  /** The text that the request wanted it to end at, where it did. */
  readonly stopSequence?: string
  /** Reports of what was left out of the conversation before the model read it. */
  readonly applied: readonly JsonObject[]
  readonly usage: PromptUsage
  /** True when this provider reports what it wrote to its cache. */
  readonly tellsWrites: boolean
  readonly outputTokens: number
  readonly reasoningTokens: number
  readonly createdMs: number
}

/** One event of a stream: its name, where the API gives names, and its data. */
export interface StreamEvent {
  readonly event?: string
  readonly data: JsonObject | '[DONE]'
}

/** An id that looks like a provider's and is the same in every run. */
export function mintId(prefix: string, n: number, index?: number): string {
  return `${prefix}${String(n).padStart(24, '0')}${index === undefined ? '' : String(index).padStart(3, '0')}`
}

/** A text in the pieces that a stream delivers, each a whole number of characters. */
export function* piecesOf(text: string): Generator<string> {
  const size = 24
  for (let start = 0; start < text.length; ) {
    const end = start + size
    const splits = /[\uD800-\uDBFF]/.test(text.charAt(end - 1))
    yield text.slice(start, splits ? end + 1 : end)
    start = splits ? end + 1 : end
  }
}
