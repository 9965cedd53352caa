import type { Message } from '@palimpsest/core/message'
import { redact } from '@palimpsest/core/redact'
import {
  type ConversationId,
  conversationId,
  type SessionId,
  type SessionStore,
  sessionId,
} from '@palimpsest/core/store'
import { z } from 'zod'
import type { AgentTool, ToolContext, ToolLimits, ToolResult } from '../tools/agent-tool.ts'
import { defineTool, failed } from '../tools/define-tool.ts'
import type { AgentEvent, AgentOptions, AgentParts, TurnOutcome } from './agent.ts'
import type { TurnTally } from './usage/turn-tally.ts'

/** As much of an agent as is needed to send one off. */
interface Helper {
  turn(said: Message, onEvent: (event: AgentEvent) => void, signal: AbortSignal): Promise<TurnOutcome>
  status(): TurnTally
  end(): Promise<void>
}

/** The delegating agent: its current parts, and its session. */
export interface Delegating {
  parts(): AgentParts
  readonly session: SessionId
  /** Names of the tools that the agent itself does not show now. */
  leftOut(): Promise<readonly string[]>
  start(parts: AgentParts, session: SessionId, options: AgentOptions): Helper
  /** Receives the usage of the sub-agent, once it is back. */
  onTally(tally: TurnTally): void
  onEvent(event: AgentEvent): void
}

/** The answer is read by the agent that asked, so more than a few pages is kept in a file. */
const limits: ToolLimits = { maxChars: 20_000, spillChars: 20_000 }
/** A task that takes more calls than this is too large for one helper. */
const maxSteps = 50

const input = z.strictObject({
  task: z
    .string()
    .trim()
    .min(1)
    .describe('What to do, with all that must be known for it: the sub-agent sees nothing of this conversation.'),
})

const description =
  'Sends a sub-agent with the same tools to do one task in this workspace; its answer comes back. For work that needs much reading and whose outcome is short. Several can be sent at once. A sub-agent cannot delegate.'

/** Runs a task in a session of its own. */
export function delegateTool(delegating: Delegating): AgentTool {
  return defineTool({
    name: 'delegate',
    description,
    input,
    limits,
    run: ({ task }, context, signal) => delegate(delegating, task, context, signal),
  })
}

/** The same tool in the hands of a sub-agent: its bytes are the same, so the cached prefix is shared, and it declines. */
const declining = defineTool({
  name: 'delegate',
  description,
  input,
  limits,
  run: async () => failed('A sub-agent cannot delegate. Do it yourself.'),
})

async function delegate(
  delegating: Delegating,
  task: string,
  { confirm }: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const parts = delegating.parts()
  const { store, subagent } = parts
  if (subagent === undefined) return failed('There is nobody to delegate to here. Do it yourself.')
  const session = await beginSubagent(parts, delegating.session, task)
  // Who waits for an answer is no pause.
  const { subagent: _, rest: __, ...others } = parts
  const tools = parts.tools.map((tool) => (tool.name === declining.name ? declining : tool))
  const mine = await subagent(session.conversation)
  // Whoever it asks is asked for this call, which waits as well.
  const own = {
    ...others,
    tools,
    ...mine,
    toolContext: { ...mine.toolContext, confirm },
    startWithout: await delegating.leftOut(),
  }
  const helper = delegating.start(own, session.id, { maxSteps })
  try {
    return resultOf(await helper.turn(asked(task), (event) => pass(event, delegating), signal))
  } finally {
    delegating.onTally(helper.status())
    await helper.end()
    await close(store, session.id, parts.now())
  }
}

/** It inherits the system prompt to the byte. */
async function beginSubagent({ store, mintSession, now, model }: AgentParts, session: SessionId, task: string) {
  const { id: parent, system } = await store.compressionTip(session)
  const id = mintSession()
  const conversation: ConversationId = conversationId(id)
  const title = redact(task).text.split('\n', 1)[0]?.slice(0, 80) ?? ''
  const about = { title, channel: 'delegated', model: model.name }
  const from = { kind: 'subagent', parent } as const
  return store.begin({
    ...about,
    id: sessionId(id),
    conversation,
    at: now(),
    from,
    ...(system !== undefined && { system }),
  })
}

async function close(store: SessionStore, session: SessionId, at: number): Promise<void> {
  const { id } = await store.compressionTip(session)
  await store.close(id, 'closed', at)
}

function asked(task: string): Message {
  const text = `You are a sub-agent. Do the task below and answer with its outcome: your answer is all that the one who sent you will see, so put into it whatever is needed, and nothing else.\n\n${task}`
  return { role: 'user', parts: [{ type: 'text', text }] }
}

function pass(event: AgentEvent, { onEvent }: Delegating): void {
  if (event.kind === 'notice') onEvent({ ...event, text: `Sub-agent: ${event.text}` })
}

function resultOf(outcome: TurnOutcome): ToolResult {
  switch (outcome.kind) {
    case 'answered':
      return { text: outcome.text }
    case 'cut-off':
      return { text: `${outcome.text}\n[The answer of the sub-agent was cut off at its limit.]` }
    case 'out-of-steps':
      return failed(`The sub-agent took ${maxSteps} calls without an end. Split the task, or do it yourself.`)
    case 'refused':
      return failed(`The sub-agent could not go on: ${outcome.message}`)
    case 'aborted':
      return failed('Cancelled before it was done.')
  }
}
