import { equalJson, isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { AssistantMessage, Message, Part, Transcript } from '../../message/message.ts'
import { gatherResults } from '../record/gather-results.ts'
import { findBranch, type SessionBranch } from './find-branch.ts'
import { syntheticModel } from './is-synthetic.ts'
import { readLine } from './read-line.ts'
import { lineMessage } from './session-line.ts'
import { claudeCodeFormat, hollow, type SessionLineRecord, sessionLineResidue } from './session-line-record.ts'

/** Reads the conversation out of a session; every other line is kept aside under its place in the file. */
export function readSession(lines: readonly JsonObject[]): Transcript {
  const branch = findBranch(lines)
  const messages = gatherResults(readBranch(lines, branch))
  const model = messages.findLast((message) => message.role === 'assistant' && message.model !== undefined)
  return {
    messages,
    ...(model?.role === 'assistant' && model.model !== undefined && { model: model.model }),
    residue: { format: claudeCodeFormat, fields: { count: lines.length, aside: aside(lines, branch) } },
  }
}

/** One reply while its lines are read. */
interface Reply {
  readonly parts: Part[]
  readonly records: SessionLineRecord[]
  readonly model: string | undefined
}

function readBranch(lines: readonly JsonObject[], { kept, replies }: SessionBranch): readonly Message[] {
  const found: (Reply | Message)[] = []
  const open = new Map<number, Reply>()
  for (const at of kept) {
    const line = lines[at] ?? {}
    const read = readLine(line, at)
    if (line.type !== 'assistant') {
      found.push(...read.map((message, piece) => noted(message, { at, piece, line })))
      continue
    }
    const first = replies.get(at) ?? at
    const reply = open.get(first) ?? { parts: [], records: [], model: modelOf(line) }
    if (!open.has(first)) found.push(reply)
    open.set(first, reply)
    extend(reply, read, line, at)
  }
  return found.map((each) => ('records' in each ? closeReply(each) : each))
}

function noted<M extends Message>(message: M, from: Pick<SessionLineRecord, 'at' | 'piece' | 'line'>): M {
  const { at, piece, line = {} } = from
  const record = { at, piece, holds: [], ...(piece === 0 && { line: hollow(line) }) }
  return { ...message, ...sessionLineResidue([record], message.residue?.fields) }
}

/** Claude Code's own words bear no model's name. */
function modelOf(line: JsonObject): string | undefined {
  const { model } = lineMessage(line)
  return typeof model === 'string' && model !== syntheticModel ? model : undefined
}

function extend(reply: Reply, read: readonly Message[], line: JsonObject, at: number): void {
  const parts = read.flatMap((message) => message.parts)
  const form = formOf(lineMessage(line))
  for (const part of parts) reply.parts.push(part)
  reply.records.push({
    at,
    piece: 0,
    holds: parts.map(({ type }) => type),
    ...(form !== undefined && { form }),
    line: hollow(line, reply.model),
  })
}

/** Replies are in lists here, so only a non-list is noted, and an empty list. */
function formOf({ content }: JsonObject): string | undefined {
  if (content === undefined) return 'absent'
  if (isList(content)) return content.length === 0 ? 'list' : undefined
  return 'string'
}

function closeReply({ parts, records, model }: Reply): AssistantMessage {
  const [only, ...others] = parts
  const isPlain = only?.type === 'text' && others.length === 0 && !only.residue && !only.breakpoint
  const listed = isPlain && records.every(({ form }) => form !== 'string')
  return {
    role: 'assistant',
    parts,
    ...(listed && { listed }),
    ...(model !== undefined && { model }),
    ...sessionLineResidue(records),
  }
}

/** A copy of a line of the conversation is kept as a reference, so that it never says other than the line itself. */
function aside(lines: readonly JsonObject[], { kept, repeats }: SessionBranch): readonly Json[] {
  const inside = new Set(kept)
  return lines.flatMap((line, at) => {
    if (inside.has(at)) return []
    const first = repeats.get(at)
    const original = first !== undefined && inside.has(first) ? lines[first] : undefined
    return original && saysSame(original, line)
      ? [{ at, again: first, line: hollow(line, modelOf(line)) }]
      : [{ at, line }]
  })
}

function saysSame(a: JsonObject, b: JsonObject): boolean {
  if (!isObject(b.message)) return false
  return ['content', 'model', 'role'].every((key) => equalJson(lineMessage(a)[key], lineMessage(b)[key]))
}
