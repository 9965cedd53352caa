import { deriveBudget } from '@palimpsest/core/budget'
import { type CacheMemory, planCache, requestOfView } from '@palimpsest/core/cache'
import { type FunctionTool, inOrder, type Message } from '@palimpsest/core/message'
import type { StoredMessage } from '@palimpsest/core/store'
import { showThinking } from '@palimpsest/core/thinking'
import { projectTokens } from '@palimpsest/core/tokens'
import { uniqueIds } from '@palimpsest/core/wire'
import type { AgentTool } from '../../tools/agent-tool.ts'
import type { AgentParts } from '../agent.ts'
import { type Learned, windowOf } from '../turn-context.ts'
import type { TurnConversation } from '../turn-conversation.ts'
import { endInWords } from './end-in-words.ts'
import { fitModel } from './fit-model.ts'
import { shownTools } from './shown-tools.ts'
import { readThinkingState, type ThinkingState } from './thinking-state.ts'

/** A request that is about to be sent. */
export interface PreparedRequest {
  readonly messages: readonly Message[]
  readonly tools: readonly FunctionTool[]
  readonly estimatedTokens: number
  /** The token count that the provider would report for it. */
  readonly promptTokens: number
  /** Whose thinking it carries. */
  readonly thinking: ThinkingState
  /** To be remembered once it was sent. */
  readonly cache: CacheMemory
  readonly startedAt: number
}

/** Builds the request of the next call: system prompt, view and tools, with breakpoints where they pay. */
export async function prepare(
  parts: AgentParts,
  conversation: TurnConversation,
  known: Learned,
): Promise<PreparedRequest> {
  const { counter, provider, model, caching, now } = parts
  const standing = await conversation.standing()
  const { view, system } = standing
  const tools = toolSchemas(parts.tools, standing.tools?.leftOut)
  const thinking = await readThinkingState(parts, standing, tools)
  const show = (shown: readonly StoredMessage[]) =>
    endInWords(uniqueIds(inOrder(showThinking(shown, thinking))), provider.format)
  const opening = systemMessages(system, caching.strategy !== 'none')
  const { messages, frontier } = requestOfView(opening, view, show)
  const estimatedTokens = counter.request(messages, tools)
  const startedAt = now()
  const promptTokens = projectTokens(known.calibration, routeOf(provider.route, model.name), estimatedTokens)
  const { thresholdTokens } = deriveBudget(fitModel(model, windowOf(parts, known)), parts.compaction)
  const isHuman = view.at(-1)?.message.role === 'user'
  const call = { startMs: startedAt, isHuman, promptTokens, thresholdTokens }
  const format = provider.format === 'openai-chat' ? ({ format: 'openai-chat' } as const) : {}
  const asked = { messages, tools, ...format, ...(frontier !== undefined && { frontier }) }
  const planned = planCache(asked, call, {
    memory: known.cache,
    route: { ...caching.route, ...(known.pauses && { known: known.pauses }) },
    strategy: caching.strategy,
  })
  return {
    messages: planned.request.messages,
    tools: tools.map((tool, i) => (planned.request.tools?.[i] as FunctionTool | undefined) ?? tool),
    estimatedTokens,
    promptTokens,
    thinking,
    cache: planned.memory,
    startedAt,
  }
}

/** Provider, address and model: what is learned about counts and limits holds for these together. */
export function routeOf(route: string, model: string): string {
  return `${route} ${model}`
}

/** In pieces only where breakpoints are set: elsewhere a plain text is what every server takes. */
export function systemMessages(pieces: readonly string[], isSplit = false): readonly Message[] {
  if (pieces.length === 0) return []
  const texts = isSplit ? pieces : [pieces.join('\n')]
  return [{ role: 'system', parts: texts.map((text) => ({ type: 'text', text }) as const) }]
}

/** The schemas as they are sent; the same bytes as long as the same tools are left out. */
export function toolSchemas(tools: readonly AgentTool[], leftOut: readonly string[] = []): readonly FunctionTool[] {
  return shownTools(tools, leftOut).map(({ name, description, schema }) => ({
    kind: 'function',
    name,
    description,
    schema,
  }))
}
