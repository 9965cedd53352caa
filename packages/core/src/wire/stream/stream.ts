import { isList, isObject, type Json, type JsonObject } from '../../json.ts'
import { errorWords } from '../error/error-words.ts'
import { override } from './grow.ts'

/** An error that the provider reported inside the stream instead of continuing. */
export interface StreamError {
  readonly type: string
  readonly message: string
  /** The event as it came, for callers that need more than its type and message. */
  readonly event: JsonObject
}

/** A streamed reply as far as it came. Plain JSON, never changed in place. */
export interface StreamState {
  /** The reply in the shape of a non-streamed one; `undefined` before the first event that belongs to it. */
  readonly body: JsonObject | undefined
  /** The protocol's own end was seen. */
  readonly done: boolean
  readonly error?: StreamError
  /** The index that the wire gave each block, item or call: on the wire indexes may skip or repeat, in a body not. */
  readonly slots: readonly (readonly number[])[]
}

/** The outcome of a stream once nothing more comes. */
export interface StreamEnd {
  readonly body: JsonObject | undefined
  /** The protocol's own end was seen and no error was reported. */
  readonly complete: boolean
}

/** Folds the events of one stream into the body that the same call would have returned without streaming. */
export interface StreamProtocol {
  readonly start: StreamState
  /** `event` is the parsed JSON of one `data:` line. What a protocol does not know it ignores; it never throws. */
  step(state: StreamState, event: JsonObject): StreamState
  /** A cut stream yields what was received: a call with unfinished arguments stays visible as such. */
  finish(state: StreamState): StreamEnd
}

/** The state before the first event, the same in every protocol. */
export const emptyStream: StreamState = { body: undefined, done: false, slots: [] }

/** Ends a stream in any protocol: the body is at all times as whole as the events allow. */
export function finishStream({ body, done, error }: StreamState): StreamEnd {
  return { body, complete: done && error === undefined }
}

/** Notes the error that an event reports, in any of the shapes seen on the wire; the first one stays. */
export function noteError(state: StreamState, event: JsonObject, source = errorSource(event)): StreamState {
  if (source === undefined || state.error !== undefined) return state
  const type = [source.type, source.code].find((name) => typeof name === 'string' && name !== 'error')
  const message = typeof source.message === 'string' ? source.message : errorWords(source).message
  return { ...state, error: { type: typeof type === 'string' ? type : 'error', message, event } }
}

function errorSource(event: JsonObject): JsonObject | undefined {
  const named = event.type === 'error' || event.type === 'response.error' || event.object === 'error'
  if (!named && event.type !== undefined) return undefined
  if (isObject(event.error)) return event.error
  if (typeof event.error === 'string') return { message: event.error }
  if (isList(event.error)) return { errors: event.error }
  return named ? event : undefined
}

const promptCount = /input|prompt|cache/

/** Counts are cumulative, so the later one holds. A server that suddenly says 0 of the whole prompt has stopped counting. */
export function laterUsage(before: Json | undefined, now: JsonObject): JsonObject {
  if (!isObject(before)) return now
  const prompt = Object.entries(now).filter(([name]) => promptCount.test(name))
  const isUncounted = prompt.some(([, value]) => value === 0) && !prompt.some(([, value]) => Number(value) > 0)
  if (!isUncounted) return override(before, now)
  const told = Object.entries(now).filter(([name, value]) => !promptCount.test(name) && value !== 0)
  return { ...now, ...override(before, Object.fromEntries(told)) }
}

/** The type that an event or delta calls itself; '' when it has none. */
export function typeOf({ type }: JsonObject): string {
  return typeof type === 'string' ? type : ''
}

/** The objects of a foreign list; none when it is no list. */
export function objects(value: Json | undefined): readonly JsonObject[] {
  return isList(value) ? value.filter(isObject) : []
}

/** True when a foreign value can be an index; its size does not matter, since slots are compared, not filled. */
export function isIndex(value: Json | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Returns the place of an entry with this wire index: behind all that have the same or a smaller one. */
export function slotFor(slots: readonly number[], index: number): number {
  return slots.findLastIndex((slot) => slot <= index) + 1
}
