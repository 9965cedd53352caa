import { type ConversationLog, type Counter, counted } from '@palimpsest/core/engine'
import type { NodeShapes } from '../node-shapes.ts'
import type { NodeFinder } from './node-finder.ts'

/** All that the tools need: each reads, none writes. */
export interface ToolDesk {
  readonly log: ConversationLog
  readonly shapes: NodeShapes
  readonly finder: NodeFinder
  readonly counter: Counter
  pause(): Promise<void>
}

/** What every answer begins with: tools see one conversation, and all of it. */
export function conversationScope(size: number): string {
  return `this conversation, ${counted(size, 'message')}`
}

/** A time to the minute, in UTC: the reader may be anywhere. */
export function shownTime(at: number | undefined): string {
  const date = at === undefined ? undefined : new Date(at)
  if (date === undefined || Number.isNaN(date.getTime())) return 'no time known'
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
