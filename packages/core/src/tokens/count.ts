import type { FilePart, ImagePart, Message, Part, ThinkingPart, Tool, ToolCallPart } from '../message/message.ts'
import { createTextCounter } from './text-counter.ts'

/** Tokens of a text. */
export type CountText = (text: string) => number
export type CountTokens = (message: Message) => number

export interface CountOptions {
  /** An exact tokenizer, if the caller has one. @default the estimator */
  readonly countText?: CountText
  /** True when thinking of earlier turns is sent again: only what is sent fills the window. @default true */
  readonly sendsThinking?: boolean
}

/**
 * Counts what goes on the wire: envelopes of messages and calls, schemas of tools, pictures at a flat price.
 * Messages never change, so each is counted once.
 */
export interface Counter {
  message(message: Message): number
  /** The same, but lets others run while a very long text is counted. */
  messageSlowly?(message: Message, pause: () => Promise<void>): Promise<number>
  part(part: Part): number
  tool(tool: Tool): number
  /** A whole request. */
  request(messages: readonly Message[], tools?: readonly Tool[]): number
}

/** Role, separators and the like around each message: three to five tokens in every chat template. */
const messageTokens = 4
/** Braces, quotes and field names around a call or a result. */
const callTokens = 10
/** Tokens that the most expensive provider takes for a full-size picture, whatever its bytes. */
const imageTokens = 1_600
/** About one page of a document, and about what a page weighs. */
const pageTokens = 2_000
const pageBytes = 65_536
/** A base64 character of sealed thinking hides three quarters of a byte, and a token takes about four bytes. */
const sealedTokensPerChar = 3 / 16

export function createCounter(options: CountOptions = {}): Counter {
  const { sendsThinking = true } = options
  const { count: countText, countAhead } = createTextCounter(options.countText)
  const part = (value: Part): number => {
    switch (value.type) {
      case 'text':
        return countText(value.text)
      case 'image':
      case 'file':
        return mediaTokens(value)
      case 'thinking':
        return sendsThinking ? thinkingTokens(value, countText) : 0
      case 'tool-call':
        return callEnvelope(value, countText)
      case 'opaque':
        return countText(JSON.stringify(value.value))
    }
  }
  const counted = new WeakMap<Message, number>()
  const message = (value: Message): number => {
    const known = counted.get(value)
    if (known !== undefined) return known
    const tokens = countMessage(value)
    counted.set(value, tokens)
    return tokens
  }
  const envelope = (value: Message): number =>
    value.role === 'tool' ? messageTokens + callTokens + countText(value.callId) : messageTokens
  const countMessage = (value: Message): number =>
    value.parts.reduce((total, each) => total + part(each), envelope(value))
  const messageSlowly = async (value: Message, pause: () => Promise<void>): Promise<number> => {
    let tokens = counted.get(value)
    if (tokens !== undefined) return tokens
    tokens = envelope(value)
    for (const each of value.parts) {
      const text = each.type === 'text' ? each.text : each.type === 'tool-call' ? each.arguments : undefined
      if (text !== undefined) await countAhead(text, pause)
      tokens += part(each)
    }
    counted.set(value, tokens)
    return tokens
  }
  const tool = (value: Tool): number =>
    countText(JSON.stringify(value.kind === 'opaque' ? value.value : schemaOf(value))) + callTokens
  return {
    part,
    message,
    messageSlowly,
    tool,
    request: (messages, tools = []) =>
      tools.reduce((total, each) => total + tool(each), 0) + messages.reduce((total, each) => total + message(each), 0),
  }
}

function callEnvelope(call: ToolCallPart, countText: CountText): number {
  return callTokens + countText(call.callId) + countText(call.name) + countText(call.arguments)
}

function schemaOf(tool: Extract<Tool, { kind: 'function' }>) {
  return { name: tool.name, description: tool.description, parameters: tool.schema }
}

function mediaTokens(part: ImagePart | FilePart): number {
  if (part.type === 'image') return imageTokens
  const bytes = part.source.kind === 'data' ? (part.source.data.length * 3) / 4 : 0
  return pageTokens * Math.max(1, Math.ceil(bytes / pageBytes))
}

/** A seal may hold more thinking than the text shows, so the larger of the two counts. */
function thinkingTokens(part: ThinkingPart, countText: CountText): number {
  const sealed = (part.signature ?? part.redacted ?? part.encrypted ?? '').length
  return Math.max(countText(part.text), Math.round(sealed * sealedTokensPerChar))
}
