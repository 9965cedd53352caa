import { calledTool, matchesPin } from '@palimpsest/core/compaction'
import { callsOf, type FunctionTool } from '@palimpsest/core/message'
import type { ConversationId, SessionStore } from '@palimpsest/core/store'
import type { AgentParts } from './agent.ts'
import type { AgentState } from './agent-state.ts'
import { keepPinned, pinnedTools } from './compaction/next-tools.ts'
import { toolSchemas } from './request/request.ts'

/** A tool as the user sees it listed. */
export interface ListedTool {
  readonly name: string
  /** The plugin that brought it; one without is always shown. */
  readonly group?: string
  /** The size of its schema. */
  readonly tokens: number
  /** Calls in the whole conversation, directly or through find_tools. */
  readonly uses: number
  /** Its schema is sent now. */
  readonly isShown: boolean
  /** It stays at compactions: by the settings, or by the user's word in this conversation. */
  readonly pinned?: 'settings' | 'conversation'
}

/** The tools of a conversation, and what each request is smaller by for those that are left out. */
export interface ToolList {
  readonly tools: readonly ListedTool[]
  readonly leftOut: number
  readonly savedTokens: number
}

/** Lists all tools with their use so far. */
export async function listTools({ parts, conversation }: AgentState): Promise<ToolList> {
  const { session, tools: choice } = await conversation.standing()
  const { counter, store, findTools } = parts
  const [own, uses] = await Promise.all([
    pinnedTools(parts, session.conversation),
    countUses(store, session.conversation),
  ])
  const leftOut = new Set(choice?.leftOut)
  const pins = findTools?.pin ?? []
  const isPinned = (names: readonly string[], name: string, group: string) =>
    names.some((pin) => matchesPin(name, pin) || matchesPin(group, pin))
  const sizes = toolSchemas(parts.tools).map((tool) => counter.tool(tool))
  const tools = parts.tools.map(({ name, group }, i): ListedTool => {
    const pinned =
      group === undefined
        ? undefined
        : isPinned(pins, name, group)
          ? 'settings'
          : isPinned(own, name, group)
            ? 'conversation'
            : undefined
    const about = { name, tokens: sizes[i] ?? 0, uses: uses.get(name) ?? 0, isShown: !leftOut.has(name) }
    return { ...about, ...(group !== undefined && { group }), ...(pinned && { pinned }) }
  })
  return { tools, ...savedBy(parts, choice?.leftOut ?? []) }
}

/** Counts the tools that are left out now. */
export async function leftOutOf({
  parts,
  conversation,
}: AgentState): Promise<Pick<ToolList, 'leftOut' | 'savedTokens'>> {
  return savedBy(parts, await conversation.leftOut())
}

function savedBy({ tools, counter }: AgentParts, names: readonly string[]): Pick<ToolList, 'leftOut' | 'savedTokens'> {
  const size = (some: readonly FunctionTool[]) => some.reduce((sum, tool) => sum + counter.tool(tool), 0)
  const leftOut = tools.filter(({ name }) => names.includes(name)).length
  return { leftOut, savedTokens: size(toolSchemas(tools)) - size(toolSchemas(tools, names)) }
}

/** Pins a tool, a plugin or a pattern in this conversation, from the next compaction on; or takes the pin away. */
export async function pinTool({ parts, conversation }: AgentState, pin: string, isPinned: boolean): Promise<void> {
  const { session } = await conversation.standing()
  const others = (await pinnedTools(parts, session.conversation)).filter((each) => each !== pin)
  await keepPinned(parts, session.conversation, isPinned ? [...others, pin] : others)
}

const pageSize = 1_000

async function countUses(
  store: Pick<SessionStore, 'originals'>,
  conversation: ConversationId,
): Promise<ReadonlyMap<string, number>> {
  const uses = new Map<string, number>()
  for (let from = 0; ; from += pageSize) {
    const page = await store.originals(conversation, { from, limit: pageSize })
    for (const { message } of page)
      for (const call of callsOf(message)) {
        const { name } = calledTool(call)
        uses.set(name, (uses.get(name) ?? 0) + 1)
      }
    if (page.length < pageSize) return uses
  }
}
