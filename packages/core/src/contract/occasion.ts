import type { Budget } from '../budget/budget.ts'
import type { Json } from '../json.ts'
import type { EntryId } from '../log/entry.ts'
import type { Instant } from '../store/session.ts'
import type { Counter } from '../tokens/count.ts'
import type { ConversationLog } from './conversation-log.ts'
import type { Shown } from './shown.ts'
import type { TaskState } from './task-state.ts'

export type { Shown } from './shown.ts'

/** The origin of a compaction. */
export type Trigger = 'hygiene' | 'preflight' | 'response' | 'overflow' | 'manual'

/** Everything that an engine receives when it is asked to plan a compaction. */
export interface Occasion {
  readonly trigger: Trigger
  readonly view: readonly Shown[]
  /** Tokens sent beside the view: tools, and a system prompt that is no message of it. */
  readonly overheadTokens: number
  /**
   * Tokens that the host will send beside the view in addition once it has changed, such as a note on the
   * compaction.
   * @default 0
   */
  readonly addedTokens?: number
  /**
   * Tokens of the last request beyond the view: thinking that is not sent again once the view has changed.
   * @default 0
   */
  readonly thinkingTokens?: number
  /**
   * Tokens of the last request beside the view that are not sent again once it has changed: schemas of tools that are
   * left out from here on. They are no part of `overheadTokens`.
   * @default 0
   */
  readonly leavingTokens?: number
  readonly budget: Budget
  readonly counter: Counter
  readonly at: Instant
  /** When the newest message was said, where that may be long ago: a file may be old. @default `at` */
  readonly saidAt?: Instant
  /** The subject that the user wants to keep in full detail. */
  readonly focus?: string
  /** The engine's memo from the last compaction of this conversation. */
  readonly memo?: Json
  /** The engine's own preparation for this view, see `ContextEngine.prepare`. */
  readonly prepared?: Json
  /** When preparations were begun of which no summary has come yet, by whichever process. @default none */
  readonly begun?: readonly Instant[]
  /** Writes down that one begins now: called by an engine before it asks a model ahead of time. */
  noteBegun?(): Promise<void>
  /** Waits for the preparation that is under way, and returns it; absent where none is. */
  preparing?(): Promise<Json | undefined>
  /**
   * Somebody prepares in the background: an engine may answer `deferred` while the window has room, so that nobody
   * waits for a model.
   * @default false
   */
  readonly mayDefer?: boolean
  /**
   * Returns what the task stands at: the branch, tests that fail, servers, tickets, the plan, files being changed. It is read
   * off the view when it is asked for, and goes on from the ledger in `memo`, if the engine keeps one there.
   */
  taskState?(): TaskState
  /** Names of summary models that failed a short while ago, and are not to be asked now. */
  readonly resting?: readonly string[]
  /** Texts that the new view must show word for word, wherever they come from. */
  readonly mustSurvive?: readonly string[]
  /**
   * The model of the conversation itself, on top of the request that it has cached: it has the whole view before it, and
   * only what is written to it is sent anew. Its window is what is left of the model's.
   */
  readonly live?: SummaryModel
}

/** A model, or a program, that writes summaries. */
export interface SummaryModel {
  readonly name: string
  /** Its own window; a longer source is summarised in chunks. */
  readonly contextTokens: number
  /** Streams the answer to a prompt. A stream that ends early must throw. */
  write(prompt: string, signal: AbortSignal): AsyncIterable<string>
}

/** The services that an engine needs from outside. */
export interface EnginePorts {
  mintId(): EntryId
  /** Returns the original messages of these entries, in order; an entry that nobody made represents itself. */
  originals(ids: readonly EntryId[]): Promise<readonly Shown[]>
  /** All of the conversation, for engines that look back beyond the view. */
  readonly log: ConversationLog
  /** The model can use the engine's tools. @default false */
  readonly offersTools?: boolean
  /** A sentence for the model: how to read the whole of a message, named by its number. */
  howToRead(number: string): string
  /** A sentence for the model: how to find and read what was said before. */
  readonly howToRecall: string
  /** Called while a long source is summarised. */
  readonly onProgress?: (done: number, total: number) => void
  /** Lets others run: called often during long work. */
  pause(): Promise<void>
  now(): Instant
  /** Runs out after so long, and is cancelled with the signal. */
  wait(ms: number, signal: AbortSignal): Promise<void>
  /** Tried in this order; when all fail, the ledger writes the summary. */
  readonly summaryModels: readonly SummaryModel[]
}
