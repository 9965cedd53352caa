import { chooseTools, usedTools } from '@palimpsest/core/compaction'
import type { ToolChoice } from '@palimpsest/core/engine'
import { isList } from '@palimpsest/core/json'
import type { FunctionTool } from '@palimpsest/core/message'
import type { ConversationId, SessionId } from '@palimpsest/core/store'
import type { AgentParts } from '../agent.ts'
import { toolSchemas } from '../request/request.ts'
import type { TurnConversation } from '../turn-conversation.ts'

/** The tools from the next compaction on. */
export interface NextTools {
  /** The session that is compacted. */
  readonly session: SessionId
  /** `undefined` where there are too few to choose among. */
  readonly choice: ToolChoice | undefined
  /** The list changes, and with it the beginning of every cached prefix. */
  readonly isChanged: boolean
  /** Sizes of the schemas that are sent now and then. */
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** The key of the tools that a user pinned in a conversation. */
const pinnedKey = 'pinned-tools'

/** Chooses by what was used since the last compaction; what is sent meanwhile stays as it is. */
export async function nextTools(parts: AgentParts, conversation: TurnConversation): Promise<NextTools> {
  const { session, view, tools: previous } = await conversation.standing()
  const { tools, counter, compaction, findTools = {} } = parts
  const size = (schemas: readonly FunctionTool[]) => schemas.reduce((sum, tool) => sum + counter.tool(tool), 0)
  const all = toolSchemas(tools)
  const candidates = tools.map(({ name, group }, i) => {
    const schema = all[i]
    return { name, tokens: schema === undefined ? 0 : counter.tool(schema), ...(group !== undefined && { group }) }
  })
  const { pin = [], aboveTokens } = findTools
  const pins = [...pin, ...(await pinnedTools(parts, session.conversation))]
  const used = usedTools(view.slice(session.bornWith))
  const situation = { tools: candidates, used, pins, ...(previous && { previous }) }
  const options = aboveTokens === undefined ? {} : { findAboveTokens: aboveTokens }
  const chosen = compaction.enabled ? chooseTools(situation, options) : undefined
  const before = toolSchemas(tools, previous?.leftOut)
  const after = toolSchemas(tools, chosen?.leftOut)
  const [tokensBefore, tokensAfter] = [size(before), size(after)]
  const choice = chosen && { shown: after.length, savedTokens: size(all) - tokensAfter, ...chosen }
  const isChanged = JSON.stringify(before) !== JSON.stringify(after)
  return { session: session.id, choice, isChanged, tokensBefore, tokensAfter }
}

/** Tools that the user pinned in this conversation; pins of all conversations are in the settings. */
export async function pinnedTools(
  { store }: Pick<AgentParts, 'store'>,
  conversation: ConversationId,
): Promise<readonly string[]> {
  const stored = await store.state.get(conversation, pinnedKey).catch(() => undefined)
  return isList(stored) ? stored.filter((name) => typeof name === 'string') : []
}

/** Remembers what the user pinned; it counts from the next compaction on. */
export async function keepPinned(
  { store }: Pick<AgentParts, 'store'>,
  conversation: ConversationId,
  names: readonly string[],
): Promise<void> {
  await store.state.set(conversation, pinnedKey, names)
}
