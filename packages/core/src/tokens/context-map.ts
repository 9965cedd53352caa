import { isObject, parseJson } from '../json.ts'
import type { CallId, Message, ToolCallPart, Transcript } from '../message/message.ts'
import { type ContextMapOptions, contextMapDefaults } from './context-map-options.ts'
import type { Counter } from './count.ts'

/** Something that tokens in the window are spent on. */
export type Share = 'system' | 'tools' | 'user' | 'assistant' | 'toolResults'

export interface ToolShare {
  readonly name: string
  readonly calls: number
  readonly callTokens: number
  readonly resultTokens: number
}

export interface LargeItem {
  /** The message's place in the conversation, from 0. */
  readonly index: number
  readonly role: Message['role']
  readonly tool?: string
  readonly tokens: number
  /** A few words to recognise it by. */
  readonly hint: string
}

/** The contents of a window, and the first places to look to empty it. */
export interface ContextMap {
  readonly messages: number
  readonly tokens: number
  readonly shares: Readonly<Record<Share, number>>
  /** Dearest first. */
  readonly tools: readonly ToolShare[]
  /** Largest first. */
  readonly largest: readonly LargeItem[]
}

export function contextMap(transcript: Transcript, counter: Counter, options: ContextMapOptions = {}): ContextMap {
  const { largest } = { ...contextMapDefaults, ...options }
  const calls = callsById(transcript.messages)
  const items = transcript.messages.map((message, index) => itemOf(message, index, counter, calls))
  const shares = sharesOf(items, transcript, counter)
  return {
    messages: transcript.messages.length,
    tokens: Object.values(shares).reduce((total, tokens) => total + tokens, 0),
    shares,
    tools: toolShares(transcript.messages, items, counter, calls),
    largest: items.toSorted((a, b) => b.tokens - a.tokens || a.index - b.index).slice(0, largest),
  }
}

type Calls = ReadonlyMap<CallId, ToolCallPart>

function callsById(messages: readonly Message[]): Calls {
  return new Map(
    messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'tool-call' ? [[part.callId, part]] : []))),
  )
}

function itemOf(message: Message, index: number, counter: Counter, calls: Calls): LargeItem {
  const call = message.role === 'tool' ? calls.get(message.callId) : undefined
  const tool = call === undefined ? {} : { tool: call.name }
  return { index, role: message.role, ...tool, tokens: counter.message(message), hint: hintOf(message, call) }
}

const shareOf = { system: 'system', user: 'user', assistant: 'assistant', tool: 'toolResults' } as const

function sharesOf(items: readonly LargeItem[], { tools = [] }: Transcript, counter: Counter): Record<Share, number> {
  const shares = { system: 0, tools: 0, user: 0, assistant: 0, toolResults: 0 }
  for (const tool of tools) shares.tools += counter.tool(tool)
  for (const item of items) shares[shareOf[item.role]] += item.tokens
  return shares
}

function toolShares(
  messages: readonly Message[],
  items: readonly LargeItem[],
  counter: Counter,
  calls: Calls,
): readonly ToolShare[] {
  const shares = new Map<string, ToolShare>()
  const add = (name: string, more: Omit<ToolShare, 'name'>) => {
    const { calls: n, callTokens, resultTokens } = shares.get(name) ?? { calls: 0, callTokens: 0, resultTokens: 0 }
    shares.set(name, {
      name,
      calls: n + more.calls,
      callTokens: callTokens + more.callTokens,
      resultTokens: resultTokens + more.resultTokens,
    })
  }
  messages.forEach((message, i) => {
    for (const part of message.parts) {
      if (part.type === 'tool-call') add(part.name, { calls: 1, callTokens: counter.part(part), resultTokens: 0 })
    }
    if (message.role !== 'tool') return
    const name = calls.get(message.callId)?.name ?? '(unknown tool)'
    add(name, { calls: 0, callTokens: 0, resultTokens: items[i]?.tokens ?? 0 })
  })
  return [...shares.values()].toSorted((a, b) => b.callTokens + b.resultTokens - a.callTokens - a.resultTokens)
}

const hintChars = 60
const pathEndChars = 40

/** A result is best known by what was asked for, anything else by its first words. */
function hintOf(message: Message, call: ToolCallPart | undefined): string {
  const asked = call === undefined ? undefined : firstString(call.arguments)
  if (asked !== undefined) return shorten(asked)
  const said = message.parts.find((part) => part.type === 'text' && part.text.trim() !== '')
  if (said?.type === 'text') return shorten(said.text)
  const called = message.parts.find((part) => part.type === 'tool-call')
  if (called?.type === 'tool-call') return shorten(`${called.name} ${firstString(called.arguments) ?? ''}`)
  return message.parts[0]?.type ?? 'nothing'
}

function firstString(json: string): string | undefined {
  const value = parseJson(json)
  return isObject(value)
    ? (Object.values(value).find((field) => typeof field === 'string' && field !== '') as string | undefined)
    : undefined
}

function shorten(text: string): string {
  const line = text.slice(0, 500).trim().replace(/\s+/g, ' ')
  const units = [...line]
  if (units.length <= hintChars) return line
  // A path is known by the name of its file.
  const end = /^(?:\S+ )?\S*[/\\]\S*$/.test(line) ? units.slice(-pathEndChars) : []
  return `${units.slice(0, hintChars - 1 - end.length).join('')}…${end.join('')}`
}
