import { isObject } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import type { HostHistory } from './read-history.ts'
import type { RecognisedBody } from './recognise-body.ts'

/** The number of breakpoints that a host set: those beside the history, and on whole messages, stay. */
export interface CallerMarks {
  readonly beside: number
  readonly inHistory: number
}

/** Counts the breakpoints that a host set itself. */
export function callerMarks(body: object, { system, tools }: RecognisedBody, history: HostHistory): CallerMarks {
  const fields = body as Readonly<Record<string, unknown>>
  const opening = history.units.slice(0, history.openingUnits).flatMap(({ messages }) => messages)
  const beside = marksIn(system) + marksIn(tools) + (isMark(fields.cache_control) ? 1 : 0)
  return { beside: beside + countMarks(opening) + wholeMarks(history), inHistory: countMarks(history.messages) }
}

/** The AI SDK takes marks on whole messages; only those on instructions and results are known as breakpoints. */
function wholeMarks({ format, units }: HostHistory): number {
  if (format !== 'ai-sdk') return 0
  const items = units.flatMap((unit) => unit.items).filter((item) => isObject(item))
  return items.filter((item) => (item.role === 'user' || item.role === 'assistant') && isMark(aiSdkMark(item))).length
}

/** The number of breakpoints on messages. */
export function countMarks(messages: readonly Message[]): number {
  let marks = 0
  for (const message of messages) {
    if (message.role === 'tool' && message.breakpoint !== undefined) marks++
    for (const part of message.parts) if (part.breakpoint !== undefined) marks++
  }
  return marks
}

function marksIn(value: unknown): number {
  if (!Array.isArray(value)) return 0
  return value.filter((item) => isObject(item) && (isMark(item.cache_control) || isMark(aiSdkMark(item)))).length
}

function aiSdkMark({ providerOptions }: Readonly<Record<string, unknown>>): unknown {
  return isObject(providerOptions) && isObject(providerOptions.anthropic)
    ? providerOptions.anthropic.cacheControl
    : undefined
}

function isMark(value: unknown): boolean {
  return isObject(value)
}
