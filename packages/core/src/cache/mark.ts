import type { Breakpoint, Message, Part, Tool } from '../message/message.ts'
import type { Anchor } from './anchor.ts'
import type { CacheRequest } from './cache-request.ts'
import { breakpointOf } from './ttl.ts'

/** The request with breakpoints at these places and nowhere else. What needs no change is the very same object. */
export function mark(request: CacheRequest, anchors: readonly Anchor[]): CacheRequest {
  const onTools = new Map<number, Breakpoint>()
  const onMessages = new Map<number, Marking>()
  for (const { place, ttl } of anchors) {
    const breakpoint = breakpointOf(ttl)
    if (place.kind === 'tool') onTools.set(place.tool, breakpoint)
    else onMessages.set(place.message, { part: place.kind === 'part' ? place.part : 'result', breakpoint })
  }
  const messages = markAll(request.messages, onMessages)
  const tools = request.tools && same(request.tools, (tool, i) => markTool(tool, onTools.get(i)))
  if (messages === request.messages && tools === request.tools) return request
  return { ...request, messages, ...(tools && { tools }) }
}

interface Marking {
  readonly part: number | 'result'
  readonly breakpoint: Breakpoint
}

/** Every call looks at all messages and marks a few, so those few are set in a copy of the list. */
function markAll(messages: readonly Message[], markings: ReadonlyMap<number, Marking>): readonly Message[] {
  let marked: Message[] | undefined
  const set = (i: number, message: Message) => {
    const now = markMessage(message, markings.get(i))
    if (now === message) return
    marked ??= messages.slice()
    marked[i] = now
  }
  for (const i of markings.keys()) {
    const message = messages[i]
    if (message !== undefined) set(i, message)
  }
  for (let i = 0; i < messages.length; i++) {
    const message = messages[i]
    if (message !== undefined && isMarked(message) && !markings.has(i)) set(i, message)
  }
  return marked ?? messages
}

function markTool(tool: Tool, breakpoint: Breakpoint | undefined): Tool {
  return tool.kind === 'opaque' ? tool : put(tool, breakpoint)
}

function markMessage(message: Message, marking: Marking | undefined): Message {
  const at = (where: Marking['part']) => (marking?.part === where ? marking.breakpoint : undefined)
  const parts = same<Part>(message.parts, (part, i) => put(part, at(i)))
  const bare = parts === message.parts ? message : ({ ...message, parts } as Message)
  return bare.role === 'tool' ? put(bare, at('result')) : bare
}

function isMarked(message: Message): boolean {
  if (message.role === 'tool' && message.breakpoint !== undefined) return true
  for (const part of message.parts) if (part.breakpoint !== undefined) return true
  return false
}

/** Sets, changes or takes away a breakpoint. */
function put<T extends { readonly breakpoint?: Breakpoint }>(value: T, wanted: Breakpoint | undefined): T {
  if (value.breakpoint === undefined && wanted === undefined) return value
  const { breakpoint: had, ...bare } = value
  if (had !== undefined && wanted !== undefined && had.ttl === wanted.ttl) return value
  return (wanted === undefined ? bare : { ...bare, breakpoint: wanted }) as T
}

function same<T>(list: readonly T[], change: (item: T, i: number) => T): readonly T[] {
  const changed = list.map(change)
  return changed.every((item, i) => item === list[i]) ? list : changed
}
