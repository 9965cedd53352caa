import type { JsonObject } from '../../json.ts'
import { findReplies } from './find-replies.ts'
import { answers, calledIds, isMessageLine, uuidOf } from './session-line.ts'

/** Which lines of a session file are its conversation. Lines are named by their index in the file. */
export interface SessionBranch {
  /** In file order. */
  readonly kept: readonly number[]
  /** The line that opens the reply which a line belongs to. */
  readonly replies: ReadonlyMap<number, number>
  /** Copies of an earlier line, as resumed sessions write them, and the line they repeat. */
  readonly repeats: ReadonlyMap<number, number>
}

/**
 * Follows the parents of the last message back to the start. What a rewind left behind and what sub-agents said is not
 * on that way; calls made at once and their results hang beside it, and are picked up again.
 */
export function findBranch(lines: readonly JsonObject[]): SessionBranch {
  const { nodes, byUuid, repeats } = findNodes(lines)
  const replies = findReplies(lines, nodes)
  const leaf = nodes.findLast((at) => isMessageLine(lineAt(lines, at)))
  const kept = leaf === undefined ? new Set<number>() : ancestry(lines, { nodes, byUuid }, leaf)
  keepReplies(kept, replies)
  keepAnswers(kept, lines, nodes)
  return { kept: nodes.filter((at) => kept.has(at) && isMessageLine(lineAt(lines, at))), replies, repeats }
}

interface Nodes {
  /** Lines of the main conversation that can be a parent or have one. */
  readonly nodes: readonly number[]
  readonly byUuid: ReadonlyMap<string, number>
}

function lineAt(lines: readonly JsonObject[], at: number): JsonObject {
  return lines[at] ?? {}
}

function findNodes(lines: readonly JsonObject[]): Nodes & { readonly repeats: ReadonlyMap<number, number> } {
  const aside = lines.some((line) => isMessageLine(line) && line.isSidechain !== true)
  const nodes: number[] = []
  const byUuid = new Map<string, number>()
  const repeats = new Map<number, number>()
  lines.forEach((line, at) => {
    if (aside && line.isSidechain === true) return
    const uuid = uuidOf(line)
    const first = uuid === undefined ? undefined : byUuid.get(uuid)
    if (first !== undefined) repeats.set(at, first)
    else if (uuid !== undefined || isMessageLine(line)) nodes.push(at)
    if (uuid !== undefined && first === undefined) byUuid.set(uuid, at)
  })
  return { nodes, byUuid, repeats }
}

function ancestry(lines: readonly JsonObject[], { nodes, byUuid }: Nodes, leaf: number): Set<number> {
  const before = new Map(nodes.map((at, i) => [at, nodes[i - 1]]))
  const found = new Set<number>()
  let at: number | undefined = leaf
  while (at !== undefined && !found.has(at)) {
    found.add(at)
    const line = lineAt(lines, at)
    const parent = line.parentUuid ?? line.logicalParentUuid
    if (typeof parent === 'string') at = byUuid.get(parent) ?? before.get(at)
    else at = isRoot(line) ? undefined : before.get(at)
  }
  return found
}

/** A null parent starts a conversation, but after a compaction it only hides what was summarised. */
function isRoot(line: JsonObject): boolean {
  return line.parentUuid === null && line.isCompactSummary !== true && line.subtype !== 'compact_boundary'
}

function keepReplies(kept: Set<number>, replies: ReadonlyMap<number, number>): void {
  const whole = new Set([...kept].map((at) => replies.get(at)).filter((reply) => reply !== undefined))
  for (const [at, reply] of replies) if (whole.has(reply)) kept.add(at)
}

/** Counts rather than remembers ids: some providers use one id again and again. */
function keepAnswers(kept: Set<number>, lines: readonly JsonObject[], nodes: readonly number[]): void {
  const pending = new Map<string, number>()
  const count = (id: string, step: number) => pending.set(id, (pending.get(id) ?? 0) + step)
  for (const at of kept) {
    for (const id of calledIds(lineAt(lines, at))) count(id, 1)
    for (const id of answers(lineAt(lines, at))) count(id, -1)
  }
  for (const at of nodes) {
    const ids = kept.has(at) ? [] : answers(lineAt(lines, at))
    if (!ids.some((id) => (pending.get(id) ?? 0) > 0)) continue
    kept.add(at)
    for (const id of ids) count(id, -1)
  }
}
