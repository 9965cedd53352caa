import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { Breakpoint, ContentPart, Message, Part, Tool, Transcript } from '@palimpsest/core/message'
import type { ModelInfo } from '@palimpsest/core/models'
import type { UsageApi } from '@palimpsest/core/tokens'
import { dropOldThinking, dropsThinking } from '../billing/drop-old-thinking.ts'
import type { CanonicalRequest } from '../billing/prompt-reader.ts'
import { keepsOwnThinking } from './anthropic/context-edits-of.ts'
import { noteRendered, renderMessage } from './render-message.ts'

/** A request as the provider's cache sees it: what it leaves out, what it renders, and what else parts two prompts. */
export function cachedForm(asked: AskedRequest): CanonicalRequest {
  const { messages, tools = [] } = asked.transcript
  const shape = shapeOf(asked.body)
  if (asked.api !== 'anthropic') {
    const rendered = [...shape, ...messages.map(liftMarker)]
    return { messages: rendered, tools: tools.map((tool) => ({ ...tool, residue: undefined })) }
  }
  const isDropped = dropsThinking(asked.model) && !keepsOwnThinking(asked.body)
  const kept = isDropped ? dropOldThinking(messages) : messages
  return { tools: inPrompt(tools), messages: salt([...shape, ...kept.map(renderMessage)], asked.body) }
}

/** The schema that a reply is to follow, in any API: the model reads it before its system prompt. */
function shapeOf(body: JsonObject): readonly Message[] {
  const { output_config: output, output_format: older, response_format: chat, text } = body
  const formats = [isObject(output) ? output.format : undefined, older, chat, isObject(text) ? text.format : undefined]
  const format = formats.find((each) => isObject(each) && each.type === 'json_schema')
  return format === undefined ? [] : [{ role: 'system', parts: [{ type: 'text', text: JSON.stringify(format) }] }]
}

/**
 * Tools that wait to be searched for appear in no prompt. The web search changes the system prompt, not the tools
 * before it: wherever it was named, it comes last.
 */
function inPrompt(tools: readonly Tool[]): readonly Tool[] {
  const shown = tools.filter((tool) => fieldsOf(tool).defer_loading !== true).map(liftToolMarker)
  return [...shown.filter((tool) => !isWebSearch(tool)), ...shown.filter(isWebSearch)]
}

function isWebSearch(tool: Tool): boolean {
  const { type } = fieldsOf(tool)
  return typeof type === 'string' && type.startsWith('web_search_')
}

/** Returns the fields of a tool beyond those that every format has. */
function fieldsOf(tool: Tool): JsonObject {
  const fields = tool.kind === 'opaque' ? tool.value : tool.residue?.fields.extra
  return isObject(fields) ? fields : {}
}

/** A breakpoint on a tool that is carried as it is, and not part of what it says. */
function liftToolMarker(tool: Tool): Tool & { readonly breakpoint?: Breakpoint } {
  const { cache_control: marker, ...value } = fieldsOf(tool)
  if (tool.kind !== 'opaque' || !isObject(marker)) return tool
  return { ...tool, value, breakpoint: marker.ttl === '1h' ? { ttl: '1h' } : {} }
}

/** A request in both of its forms, and whom it asks. */
export interface AskedRequest {
  readonly api: UsageApi
  readonly model: ModelInfo
  readonly transcript: Transcript
  readonly body: JsonObject
}

/** Ids and flags that a format keeps beside a message are not rendered; a breakpoint and a speaker's name are. */
function liftMarker(message: Message): Message {
  const parts = [...speakerOf(message), ...(message.parts as readonly Part[]).map(liftPart)]
  const last = parts.at(-1)
  if (message.role !== 'tool' || message.breakpoint || last?.breakpoint === undefined) {
    return { ...message, residue: undefined, parts } as Message
  }
  const { breakpoint, ...bare } = last
  return { ...message, residue: undefined, parts: [...parts.slice(0, -1), bare] as readonly ContentPart[], breakpoint }
}

/** Chat shows the model who of several speaks, before what is said. */
function speakerOf({ role, residue }: Message): readonly Part[] {
  const extra = residue?.fields.extra
  const name = isObject(extra) && role !== 'tool' ? extra.name : undefined
  return typeof name === 'string' ? [{ type: 'text', text: name }] : []
}

function liftPart({ residue, ...part }: Part): Part {
  const extra = residue?.fields.extra
  const isMarked = isObject(extra) && extra.prompt_cache_breakpoint !== undefined
  return isMarked ? { ...part, breakpoint: {} } : part
}

/**
 * Adds settings that make two prompts differ: speed, and whether documents are cited, from the system prompt on; the
 * others, which are beside the messages, from the messages on.
 */
function salt(messages: readonly Message[], body: JsonObject): readonly Message[] {
  const { speed, thinking, output_config: output } = body
  const effort = isObject(output) ? output.effort : undefined
  const hasImages = messages.some(({ parts }) => (parts as readonly Part[]).some(({ type }) => type === 'image'))
  const isThinking = !isObject(thinking) || thinking.type !== 'disabled'
  const inSystem = settings({
    speed: speed === 'standard' ? undefined : speed,
    citations: isCited(body.messages) || undefined,
  })
  const inMessages = settings({
    choice: choiceOf(body.tool_choice),
    thinking: isThinking ? thinking : undefined,
    effort,
    images: hasImages || undefined,
  })
  const first = messages.findIndex(({ role }) => role !== 'system')
  return messages.map((message, i) => {
    const said = [...(i === 0 ? inSystem : []), ...(i === first ? inMessages : [])]
    return said.length === 0 ? message : seasoned(message, Object.fromEntries(said))
  })
}

/** A choice of tools without what it would be anyway. */
function choiceOf(choice: Json | undefined): Json | undefined {
  if (!isObject(choice)) return undefined
  const { disable_parallel_tool_use: isSingle, ...chosen } = choice
  if (isSingle === true) return choice
  return chosen.type === 'auto' ? undefined : chosen
}

/** Returns true when any document, however deep inside messages, is to be cited. */
function isCited(content: Json | undefined): boolean {
  if (isList(content)) return content.some(isCited)
  if (!isObject(content)) return false
  const { citations } = content
  return (isObject(citations) && citations.enabled === true) || isCited(content.content)
}

function settings(values: JsonObject): readonly [string, JsonObject[string]][] {
  return Object.entries(values).filter(([, value]) => (value ?? undefined) !== undefined)
}

function seasoned(message: Message, fields: JsonObject): Message {
  const [first, ...others] = message.parts as readonly Part[]
  if (first === undefined) return message
  return { ...message, parts: [noteRendered(first, { settings: fields }), ...others] } as Message
}
