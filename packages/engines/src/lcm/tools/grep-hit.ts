import { type LogEntry, type LogHit, originalText } from '@palimpsest/core/engine'
import { isToolAnswer } from './tool-answer.ts'

/** A message that a search found. */
export interface GrepHit {
  readonly at: number
  readonly role: LogHit['role']
  readonly said?: number
  readonly snippet: string
  /** It only looks something up, or answers such a call: what it repeats is said elsewhere. */
  readonly isLookup: boolean
}

/** One page of hits, and where the next begins. */
export interface GrepPage {
  readonly hits: readonly GrepHit[]
  /** Undefined where nothing is left. */
  readonly next?: number
  /** Messages that were gone through, where not all were. */
  readonly searched?: number
  /** The index knows of more hits than it ranks. */
  readonly isCut?: boolean
}

/** Lookups are listed only where there is nothing else. */
export function countShown(hits: readonly GrepHit[]): number {
  return hits.filter(({ isLookup }) => !isLookup).length
}

export function grepHit(
  { index, role, at }: Pick<LogHit, 'index' | 'role' | 'at'>,
  snippet: string,
  isLookup: boolean,
): GrepHit {
  return { at: index, role, snippet, isLookup, ...(at !== undefined && { said: at }) }
}

const lookupTools = /^(?:lcm_(?:grep|describe|expand|read)|recall|read_original)$/

/** Calls that look back, and their results, would else be the best hits for whatever is searched twice. */
export function isLookup({ message }: LogEntry): boolean {
  if (message.role === 'tool') return isToolAnswer(originalText(message))
  const names = message.parts.flatMap((part) => (part.type === 'tool-call' ? [part.name] : []))
  const hasText = message.parts.some((part) => part.type === 'text' && part.text.trim() !== '')
  return names.length > 0 && !hasText && names.every((name) => lookupTools.test(name))
}
