import type { Message } from '@palimpsest/core/message'
import { promptTokens } from '@palimpsest/core/tokens'
import type { CallerSpan } from '../telemetry/caller-span.ts'
import { readSaid } from '../wire/read-said.ts'
import type { WireFormat } from '../wire/wire-body.ts'
import { judgeCompaction } from './compact-state.ts'
import type { ContextParts, ConversationMemory } from './conversation-memory.ts'
import { followHost, nearestLine } from './follow-host.ts'
import type { ModelWindow } from './model-window.ts'
import { learnCount } from './prepare-history.ts'
import { type KeptMemory, readyMemory, writeMemory } from './ready-memory.ts'

/** A request that was sent, and is being answered. */
export interface AskedHistory {
  readonly format: WireFormat
  readonly messages: readonly Message[]
  /** More was asked than could be read: nobody knows where the answer belongs, nor what was counted for it. */
  readonly isPartial: boolean
  readonly model: ModelWindow
  readonly estimatedTokens: number
  readonly promptTokens: number
  readonly askedAt: number
  /** Where the request was made. */
  readonly span?: CallerSpan
}

const mostConflicts = 3

/** Notes what was said in answer to a request, and learns from what was counted for it. */
export async function observeSaid(
  parts: ContextParts,
  kept: KeptMemory,
  asked: AskedHistory,
  said: object,
): Promise<void> {
  const answer = readSaid(said, asked.format)
  asked.span?.observed(answer.usage, answer.model)
  for (let conflicts = 0; conflicts < mostConflicts && !asked.isPartial; conflicts++) {
    const memory = await readyMemory(parts, kept)
    await note(parts, memory, asked, answer)
    if ((await writeMemory(parts, memory)) === 'done') break
  }
  const { usage, model } = answer
  parts.emit({ kind: 'observed', conversation: kept.own.id, usage, ...(model !== undefined && { model }) })
}

async function note(
  parts: ContextParts,
  memory: ConversationMemory,
  { messages, model, estimatedTokens, promptTokens: projected, askedAt }: AskedHistory,
  { messages: said, usage }: ReturnType<typeof readSaid>,
): Promise<void> {
  const isCounted = Object.keys(usage).length > 0
  const history = [...messages, ...said]
  const state =
    said.length > 0
      ? followHost(parts, memory, { history, model: model.name, ...(isCounted && { usage }) }).state
      : nearestLine(memory, messages)?.state
  if (state === undefined) return
  if (said.length === 0 && isCounted) state.usage = { at: messages.length, usage }
  const reportedTokens = promptTokens(usage)
  if (reportedTokens === undefined) return
  learnCount(parts, state, { route: model.name, reportedTokens, estimatedTokens })
  await judgeCompaction(parts, memory, state, { model, estimatedTokens: projected, askedAt, reportedTokens })
}
