import { calledTool, findToolsName } from '@palimpsest/core/compaction'
import { parseJson } from '@palimpsest/core/json'
import type { EntryId } from '@palimpsest/core/log'
import {
  type AssistantMessage,
  callsOf,
  interrupted,
  type ToolCallPart,
  type ToolMessage,
} from '@palimpsest/core/message'
import { defend, outputLimits, showPersisted } from '@palimpsest/core/output'
import type { KeptResult } from '../keep-result.ts'
import type { AgentTool, ToolContext, ToolResult } from '../tools/agent-tool.ts'
import type { AgentEvent, AgentParts } from './agent.ts'
import { askTogether } from './ask-together.ts'
import { callOrigin } from './call-origin.ts'
import { runnableTools } from './request/shown-tools.ts'
import type { TurnConversation } from './turn-conversation.ts'

interface Acting {
  readonly parts: AgentParts
  readonly conversation: TurnConversation
  /** The message whose calls are run, as it was entered. */
  readonly entry: EntryId
  /** The window as it is known now. */
  readonly contextTokens: number
  onEvent(event: AgentEvent): void
  readonly signal: AbortSignal
}

/** Runs the calls of a reply. Every call gets a result, whatever happens, so that the log stays valid. */
export async function act(
  message: AssistantMessage,
  unfinished: readonly string[],
  given: Acting,
): Promise<readonly ToolMessage[]> {
  const calls = callsOf(message).map((call) => meant(call, given))
  const acting = await withFindTools(calls, given)
  const results = new Map<ToolCallPart, ToolMessage>()
  const mayRun = calls.filter((call) => !unfinished.includes(call.callId))
  for (const call of calls) if (!mayRun.includes(call)) results.set(call, cutOff(call))
  // What only looks runs side by side; what changes something runs by itself, in order.
  const [looking, changing] = partition(mayRun, (call) => !isChanging(call, acting))
  await Promise.all(looking.map(async (call) => results.set(call, await runCall(call, acting))))
  const agreed = await agreeTogether(changing, acting)
  for (const call of changing) results.set(call, await runCall(call, agreed))
  const inOrder = calls.flatMap((call) => results.get(call) ?? [])
  return shorten(inOrder, calls, acting)
}

/** A call made through find_tools is a call of that tool in all respects: questions, checks, limits and events. */
function meant(call: ToolCallPart, { parts }: Acting): ToolCallPart {
  const called = calledTool(call)
  return parts.tools.some(({ name }) => name === called.name) ? { ...call, ...called } : call
}

/** It is run where it is called, also where nothing is left out: a model may remember it. */
async function withFindTools(calls: readonly ToolCallPart[], acting: Acting): Promise<Acting> {
  if (!calls.some(({ name }) => name === findToolsName)) return acting
  const { parts, conversation } = acting
  return { ...acting, parts: { ...parts, tools: runnableTools(parts.tools, await conversation.leftOut()) } }
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

/** Asks the user once when several calls ask for similar things, and shows all of it. */
async function agreeTogether(calls: readonly ToolCallPart[], acting: Acting): Promise<Acting> {
  const { toolContext } = acting.parts
  const asking = calls.filter((call) => toolFor(call, acting)?.question !== undefined)
  if (asking.length < 2) return acting
  const questions = await Promise.all(
    asking.map((call) => toolFor(call, acting)?.question?.(parseJson(call.arguments), toolContext)),
  )
  const confirm = askTogether(
    questions.filter((question) => question !== undefined),
    toolContext.confirm,
  )
  return { ...acting, parts: { ...acting.parts, toolContext: { ...toolContext, confirm } } }
}

function toolFor({ name }: ToolCallPart, { parts }: Acting): AgentTool | undefined {
  return parts.tools.find((tool) => tool.name === name)
}

function isChanging(call: ToolCallPart, acting: Acting): boolean {
  return toolFor(call, acting)?.isChanging ?? false
}

async function runCall(call: ToolCallPart, acting: Acting): Promise<ToolMessage> {
  const { parts, onEvent, signal } = acting
  const tool = toolFor(call, acting)
  if (signal.aborted) return interrupted(call.callId)
  if (tool === undefined) {
    return failed(call, `There is no tool "${call.name}". Use one of: ${knownNames(parts.tools)}.`)
  }
  const { callId, name } = call
  onEvent({ kind: 'tool-started', callId, name, input: call.arguments })
  const origin = () => callOrigin(acting.conversation, acting.entry)
  const context = { ...parts.toolContext, origin, maxChars: roomFor(acting), confirm: askingFor(call, acting) }
  const result = await tool.run(parseJson(call.arguments) ?? call.arguments, context, signal).catch(crashed)
  const { text, isError = false, isDeclined, parts: content, kept } = result
  onEvent({ kind: 'tool-ended', callId, name, isError, chars: text.length, ...(isDeclined && { isDeclined }) })
  const shown = content ?? [{ type: 'text', text: text === '' ? '[no output]' : text } as const]
  return { role: 'tool', callId, parts: shown, ...(isError && { isError }), ...(kept && { kept: [kept] }) }
}

/** With more tools than this their names alone would be a long answer. */
const mostNames = 40

function knownNames(tools: readonly AgentTool[]): string {
  const names = tools.slice(0, mostNames).map(({ name }) => name)
  return [...names, ...(tools.length > mostNames ? [`${tools.length - mostNames} more`] : [])].join(', ')
}

/** Reports when a call only waits for the user, to callers that count its time. */
function askingFor({ callId }: ToolCallPart, { parts, onEvent }: Acting): ToolContext['confirm'] {
  return async (question) => {
    onEvent({ kind: 'tool-asking', callId })
    try {
      return await parts.toolContext.confirm(question)
    } finally {
      onEvent({ kind: 'tool-answered', callId })
    }
  }
}

/** Tools cut their results themselves where the window is small: what they keep is better than what would be kept of it. */
function roomFor({ contextTokens, parts: { toolContext } }: Acting): number {
  const { resultChars } = outputLimits(contextTokens)
  return Math.min(toolContext.maxChars ?? resultChars, Math.floor(resultChars * 0.9))
}

function crashed(error: unknown): ToolResult {
  return { text: `The tool failed: ${error instanceof Error ? error.message : String(error)}`, isError: true }
}

function cutOff(call: ToolCallPart): ToolMessage {
  return failed(call, 'The call was cut off before its input was complete, and did not run. Make it again, shorter.')
}

function failed({ callId }: ToolCallPart, text: string): ToolMessage {
  return { role: 'tool', callId, parts: [{ type: 'text', text }], isError: true }
}

/** Keeps results too long to show in files, and shows their location instead. */
async function shorten(
  results: readonly ToolMessage[],
  calls: readonly ToolCallPart[],
  { parts, contextTokens }: Acting,
): Promise<readonly ToolMessage[]> {
  const own = parts.tools.flatMap(({ name, limits: { neverSpilled, spillChars } }) =>
    neverSpilled || spillChars !== undefined ? [[name, neverSpilled ? null : (spillChars ?? null)] as const] : [],
  )
  const limits = outputLimits(contextTokens, Object.fromEntries(own))
  const names = new Map(calls.map(({ callId, name }) => [callId, name]))
  const outputs = results.map((message) => ({ tool: names.get(message.callId) ?? '', message }))
  const defences = defend(outputs, limits)
  return Promise.all(
    results.map(async (message, i) => {
      const defence = defences[i]
      if (defence?.kind !== 'persist') return message
      const kept = await keep(defence.text, parts)
      if (kept.kind === 'lost') return cutShort(message, defence.text, limits.resultChars, kept.reason)
      const howToRead = 'Read parts of it with read_file (offset, limit) or find lines with search_files.'
      const { path, file } = kept
      return showPersisted(message, defence.text, { path, file, howToRead, previewChars: limits.previewChars })
    }),
  )
}

type Keeping = ({ readonly kind: 'kept' } & KeptResult) | { readonly kind: 'lost'; readonly reason: string }

/** A full disk must not end a turn. */
async function keep(text: string, parts: AgentParts): Promise<Keeping> {
  try {
    return { kind: 'kept', ...(await parts.keepResult(text)) }
  } catch (error) {
    return { kind: 'lost', reason: error instanceof Error ? error.message : String(error) }
  }
}

/** Both ends of a text that nothing could be kept of, and why. */
function cutShort(message: ToolMessage, text: string, mostChars: number, reason: string): ToolMessage {
  const half = Math.floor(mostChars / 3)
  const left = `[… ${text.length - 2 * half} of ${text.length} characters are left out, and could not be kept: ${reason} …]`
  const shown = `${text.slice(0, half).toWellFormed()}\n${left}\n${text.slice(-half).toWellFormed()}`
  const others = message.parts.filter(({ type }) => type !== 'text')
  // What its tool kept is still there, but goes in no place of this text.
  const kept = message.kept?.map(({ file }) => ({ file }))
  return { ...message, parts: [{ type: 'text', text: shown }, ...others], ...(kept && { kept }) }
}
