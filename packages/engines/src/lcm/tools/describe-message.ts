import {
  counted,
  isObject,
  type LogEntry,
  messageNumber,
  originalText,
  outlineText,
  parseJson,
  redact,
} from '@palimpsest/core/engine'
import { firstLine } from './describe-node.ts'
import { placeLine } from './find-named-entry.ts'
import type { Frontier } from './node-finder.ts'
import { shownTime, type ToolDesk } from './tool-desk.ts'

/** A shorter text is read sooner than its outline. */
const largeChars = 2_000
const outlineTokens = 700

/** What a message is, where it is, and what stands in it. */
export async function describeMessage(desk: ToolDesk, frontier: Frontier, entry: LogEntry) {
  const said = entry.standsFor === undefined ? entry : await desk.finder.original(entry)
  const whole = await desk.log.whole(said)
  const text = originalText(whole.message)
  const tokens = desk.counter.message(said.message)
  const place = said.index === undefined ? 'under no number' : await placeLine(desk.finder, frontier, said.index)
  const calls = whole.message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
  const shownTokens = whole === said ? counted(tokens, 'token') : `${counted(tokens, 'token')} as it was shown`
  const lines = [
    `role: ${whole.message.role}`,
    `said: ${shownTime(said.at)}`,
    `place: ${place}`,
    `size: ${counted(text.length, 'character')}, ${shownTokens}`,
    ...(calls.length > 0 ? [`calls: ${calls.join(', ')}`] : []),
    text.length > largeChars ? await outlined(desk, whole, text) : `begins: ${firstLine(text)}`,
  ]
  return { scope: messageNumber(said), body: lines.join('\n') }
}

/** Offsets of an outline are those that `lcm_read` takes. */
async function outlined(desk: ToolDesk, entry: LogEntry, text: string): Promise<string> {
  const countText = (each: string) => desk.counter.part({ type: 'text', text: each })
  const name = await sourceName(desk, entry)
  const outline = outlineText(text, { maxTokens: outlineTokens, countText, ...(name !== undefined && { name }) })
  return redact(outline.text).text.toWellFormed()
}

/** Calls stand at most this far above their results. */
const mostBack = 24
const pathFields = ['path', 'file_path', 'filePath', 'file', 'filename', 'url']

/** The file that a result shows, or else the name of its tool. */
async function sourceName({ log }: ToolDesk, { message, index = 0 }: LogEntry): Promise<string | undefined> {
  if (message.role !== 'tool') return undefined
  const from = Math.max(0, index - mostBack)
  const before = await log.originals(from, index - from)
  const calls = before.flatMap(({ message: each }) => (each.role === 'assistant' ? each.parts : []))
  const call = calls.findLast((part) => part.type === 'tool-call' && part.callId === message.callId)
  if (call?.type !== 'tool-call') return undefined
  const given = parseJson(call.arguments)
  const path = isObject(given)
    ? pathFields.map((field) => given[field]).find((value) => typeof value === 'string')
    : undefined
  return typeof path === 'string' ? path : call.name
}
