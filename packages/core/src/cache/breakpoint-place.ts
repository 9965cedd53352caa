import type { Message, Part, Tool } from '../message/message.ts'
import type { CacheRequest } from './cache-request.ts'

/** The position of a breakpoint: on a part, on a result as a whole, or on a tool. */
export type BreakpointPlace =
  | { readonly kind: 'part'; readonly message: number; readonly part: number }
  | { readonly kind: 'result'; readonly message: number }
  | { readonly kind: 'tool'; readonly tool: number }

/** The last place in a message that can carry a breakpoint in the given form. */
export function lastPlace(
  message: Message,
  index: number,
  format: CacheRequest['format'],
): BreakpointPlace | undefined {
  if (message.role === 'tool') {
    if (format === 'openai-chat' && !endsInContent(message.parts)) return undefined
    return { kind: 'result', message: index }
  }
  if (message.parts[0]?.type === 'opaque' && message.parts[0].whole) return undefined
  const part = message.parts.findLastIndex((each) => canCarry(each, format))
  return part < 0 ? undefined : { kind: 'part', message: index, part }
}

function canCarry(part: Part, format: CacheRequest['format']): boolean {
  switch (part.type) {
    case 'text':
      return part.text.trim() !== ''
    case 'image':
    case 'file':
      return true
    case 'tool-call':
      return format !== 'openai-chat'
    case 'thinking':
    case 'opaque':
      return false
  }
}

/** Chat has no place on a result itself: its last part carries the breakpoint. */
function endsInContent(parts: readonly Part[]): boolean {
  const last = parts.at(-1)
  return last !== undefined && canCarry(last, 'openai-chat')
}

/** Returns the last tool that can carry a breakpoint, if none that cannot comes after it. */
export function lastTool(tools: readonly Tool[] = []): BreakpointPlace | undefined {
  const last = tools.at(-1)
  if (last?.kind !== 'function' || isDeferred(last)) return undefined
  return { kind: 'tool', tool: tools.length - 1 }
}

/** True when a tool is loaded on demand, outside the prefix. */
function isDeferred({ residue }: Extract<Tool, { kind: 'function' }>): boolean {
  const extra = residue?.fields.extra
  return typeof extra === 'object' && extra !== null && 'defer_loading' in extra && extra.defer_loading === true
}

export function isSamePlace(a: BreakpointPlace, b: BreakpointPlace): boolean {
  if (a.kind === 'tool' || b.kind === 'tool') return a.kind === 'tool' && b.kind === 'tool' && a.tool === b.tool
  if (a.message !== b.message) return false
  return a.kind === 'result' || b.kind === 'result' || a.part === b.part
}

/** Returns how many messages at the front form the system prompt. */
export function systemLength(messages: readonly Message[]): number {
  const end = messages.findIndex(({ role, residue }) => role !== 'system' || residue?.fields.inside === true)
  return end < 0 ? messages.length : end
}
