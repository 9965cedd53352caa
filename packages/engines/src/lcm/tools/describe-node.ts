import {
  clipText,
  counted,
  emptyLedger,
  type Ledger,
  type LogEntry,
  originalText,
  readRecord,
  redact,
} from '@palimpsest/core/engine'
import { readLedgerOf } from '../../reading/read-ledger-of.ts'
import { type NodeShape, rangeName } from '../node-shapes.ts'
import type { NodeChild } from './node-finder.ts'
import { shownTime, type ToolDesk } from './tool-desk.ts'

/** What is told of a node, and where the list of its children goes on. */
export interface NodeDescription {
  readonly body: string
  readonly truncated?: string
  readonly next?: string
}

/** Children that are listed at a time. */
const listSize = 30
/** Messages that are counted, and read for facts: the newest of larger nodes. */
const mostCounted = 1_000
const mostRead = 300
const pageSize = 250

export async function describeNode(
  desk: ToolDesk,
  node: NodeShape,
  from: number,
  signal: AbortSignal,
): Promise<NodeDescription> {
  const total = node.children.length
  const start = Math.min(from, Math.max(0, total - 1))
  const children = await desk.finder.children(node, start, listSize)
  const end = start + children.length
  const isPart = start > 0 || end < total
  const lines = children.map((child) => childLine(desk, child))
  const head = start > 0 ? [] : [...(await countsOf(desk, node, signal)), expandLine(desk, node, children)]
  return {
    body: [...head, `below it (${total}):`, ...lines].join('\n'),
    ...(isPart && { truncated: `${start + 1} to ${end} of ${total} below it` }),
    ...(end < total && { next: String(end) }),
  }
}

const lineChars = 160

/** The first line of a text that says something, without secrets. */
export function firstLine(text: string): string {
  const start = text
    .slice(0, lookedAtChars)
    .split('\n')
    .find((line) => /[\p{L}\p{N}]/u.test(line) && !line.startsWith('## '))
  return clipText(
    redact(start ?? '')
      .text.replace(/\s+/g, ' ')
      .trim(),
    lineChars,
  ).toWellFormed()
}

const lookedAtChars = 4_000

/** A node on one line: its name, what is below it, and how its record begins. */
export function recordLine(node: NodeShape, entry: LogEntry | undefined): string {
  const text = entry === undefined ? '' : originalText(entry.message)
  const messages = counted(node.last - node.first + 1, 'message')
  return `  ${rangeName(node)} depth ${node.depth}, ${messages}: ${firstLine(readRecord(text)?.body ?? text)}`
}

function childLine({ counter }: ToolDesk, child: NodeChild | undefined): string {
  if (child === undefined) return '  an entry that this conversation does not hold'
  if (child.kind === 'node') return recordLine(child.shape, child.entry)
  const { index, id, message } = child.entry
  const name = index === undefined ? id : `#${index}`
  return `  ${name} ${message.role}, ${counted(counter.message(message), 'token')}: ${firstLine(originalText(message))}`
}

function expandLine({ counter }: ToolDesk, node: NodeShape, children: readonly (NodeChild | undefined)[]): string {
  const tokens = children.reduce(
    (sum, child) => sum + (child === undefined ? 0 : counter.message(child.entry.message)),
    0,
  )
  const isAll = children.length === node.children.length
  const about = Math.round(isAll ? tokens : (tokens * node.children.length) / Math.max(1, children.length))
  const what = node.depth > 1 ? 'the records below it' : 'the messages themselves'
  return `expanding shows ${what}: ${isAll ? '' : 'about '}${counted(about, 'token')}`
}

/** Counts and facts of what was said below a node; of a large one, of its newest messages. */
async function countsOf(desk: ToolDesk, node: NodeShape, signal: AbortSignal): Promise<readonly string[]> {
  const total = node.last - node.first + 1
  const entries: LogEntry[] = []
  for (let at = Math.max(node.first, node.last + 1 - mostCounted); at <= node.last; at += pageSize) {
    signal.throwIfAborted()
    entries.push(...(await desk.log.originals(at, Math.min(pageSize, node.last + 1 - at))))
    await desk.pause()
  }
  const roles = new Map<string, number>()
  for (const { message } of entries) roles.set(message.role, (roles.get(message.role) ?? 0) + 1)
  const tokens = entries.reduce((sum, { message }) => sum + desk.counter.message(message), 0)
  const [first] = await desk.log.originals(node.first, 1)
  const ofNewest = entries.length < total ? ` (the newest ${counted(entries.length, 'message')} counted)` : ''
  const byRole = [...roles].map(([role, times]) => `${times} ${role}`).join(', ')
  const ledger = await readLedgerOf(emptyLedger, entries.slice(-mostRead), desk)
  const ofRead = total > mostRead ? ` (of the newest ${mostRead} messages)` : ''
  return [
    `messages: ${total.toLocaleString('en-US')}: ${byRole}; ${counted(tokens, 'token')}${ofNewest}`,
    `time: ${shownTime(first?.at)} to ${shownTime(entries.at(-1)?.at)}`,
    ...factLines(ledger, ofRead),
  ]
}

const mostFacts = 6
const factChars = 140

function factLines({ requests, files, commands, errors }: Ledger, ofRead: string): readonly string[] {
  const changed = files.filter(({ touch }) => touch !== 'mentioned' && touch !== 'read')
  return [
    ...factLine(
      `requests${ofRead}`,
      requests.map(({ text, calledOff }) => `"${text}"${calledOff === true ? ' (called off)' : ''}`),
    ),
    ...factLine(
      `files changed${ofRead}`,
      changed.map(({ path, touch }) => (touch === 'changed' ? path : `${path} (${touch})`)),
    ),
    ...factLine(
      `commands${ofRead}`,
      commands.map(({ command, exitCode, failed }) => `${command}${exitOf(exitCode, failed)}`),
    ),
    ...factLine(
      `errors${ofRead}`,
      errors.map(({ line, settled }) => `${line}${settled === true ? ' (settled)' : ''}`),
    ),
  ]
}

function exitOf(exitCode: number | undefined, failed: true | undefined): string {
  if (exitCode !== undefined) return ` (exit ${exitCode})`
  return failed === true ? ' (failed)' : ''
}

/** The newest facts of a kind; each is one line without secrets. */
function factLine(name: string, facts: readonly string[]): readonly string[] {
  if (facts.length === 0) return []
  const shown = facts
    .slice(-mostFacts)
    .map((fact) => clipText(redact(fact).text.replace(/\s+/g, ' '), factChars).toWellFormed())
  const more = facts.length > mostFacts ? [`${facts.length - mostFacts} more before`] : []
  return [`${name}: ${[...more, ...shown].join('; ')}`]
}
