import type { EntryId } from '../log/entry.ts'
import type { Instant } from '../store/session.ts'
import type { SearchHit, SearchResult } from '../store/store.ts'
import type { Shown } from './shown.ts'

/** An entry of the log: something that was said, or a message that an engine made in place of others. */
export interface LogEntry extends Shown {
  /** When it was said, where that is known. */
  readonly at?: Instant
}

/** A place in a conversation that a search found. */
export type LogHit = Pick<SearchHit, 'id' | 'role' | 'index' | 'score' | 'snippet'> & Partial<Pick<SearchHit, 'at'>>

/** Originals only, each once, best first. */
export type LogFindings = Omit<SearchResult, 'hits'> & { readonly hits: readonly LogHit[] }

/** Everything ever said in the conversation that an engine serves, and what engines made of it. It is only read. */
export interface ConversationLog {
  /** The number of originals; they are numbered from 0. */
  size(): Promise<number>
  /** Returns these entries in this order; those that nobody knows are left out. A made one names what it represents. */
  entries(ids: readonly EntryId[]): Promise<readonly LogEntry[]>
  /** Returns up to so many originals from a place on, in the order in which they were said. */
  originals(from: number, limit: number): Promise<readonly LogEntry[]>
  /** Searches by words and "quoted phrases", as `recall` does. */
  search(text: string, limit: number): Promise<LogFindings>
  /** Returns a message whole where the log shows only the beginning of an output that was too long. */
  whole(entry: LogEntry): Promise<LogEntry>
}
