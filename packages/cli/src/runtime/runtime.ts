import type { CompactionOutcome } from '@palimpsest/core/compaction'
import type { Ledger, Receipt } from '@palimpsest/core/engine'
import type { EntryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import type { ConversationId, SessionId } from '@palimpsest/core/store'
import type { ContextMap, Usage } from '@palimpsest/core/tokens'
import type { ListedTool, RuntimeEvent, RuntimeOutcome, ToolList } from '../compose.ts'

/** An agent that is ready to be spoken to: what `chat` and `run` drive, and what slash commands act on. */
export interface Runtime {
  readonly conversation: ConversationId
  /** The first session that it was opened with; the tip of its chain goes on. */
  readonly session: SessionId
  readonly notices: readonly string[]
  /** The model that is spoken with now. */
  model(): RuntimeModel
  /** One turn. What is said under an entry that is there already is not said again: the turn goes on from there. */
  turn(
    said: string | SpokenMessage,
    onEvent?: (event: RuntimeEvent) => void,
    signal?: AbortSignal,
  ): Promise<RuntimeOutcome>
  /** Keeps messages that want no answer. */
  note(said: readonly Required<SpokenMessage>[]): Promise<void>
  /** Makes a conversation that grew between turns fit before what comes in is answered. */
  keepFit(
    incoming: readonly Message[],
    onEvent?: (event: RuntimeEvent) => void,
    signal?: AbortSignal,
  ): Promise<CompactionOutcome>
  /** Compacts where the next turn would, while nobody waits. */
  tidy(signal?: AbortSignal): Promise<CompactionOutcome>
  /** Compacts now, regardless of cooldowns. With nothing to compact it says so, without asking a model. */
  compress(focus?: string, onEvent?: (event: RuntimeEvent) => void, signal?: AbortSignal): Promise<CompactionOutcome>
  /** Takes the last compaction back. Says what came of it. */
  undo(): Promise<UndoOutcome>
  /** Speaks with another model from now on; the view must fit it before its first call. */
  switchModel(name: string): Promise<RuntimeModel>
  /** Returns what fills the window now, and what the ledger knows. */
  context(): Promise<ContextReport>
  /** Returns what the status line shows; costs nothing. */
  status(): RuntimeStatus
  /** The receipt of the last compaction still in effect. */
  receipt(): Promise<Receipt | undefined>
  /** Returns what is remembered between conversations, as the files are now. */
  memory(): readonly MemoryReport[]
  /** Returns the tools with their size and use. */
  tools(): Promise<ToolReport>
  /** Pins a tool, a plugin or a pattern in this conversation, from the next compaction on; or takes the pin away. */
  pinTool(pin: string, isPinned: boolean): Promise<void>
  /** Notifies the engine and the memory that the conversation rests. */
  end(): Promise<void>
}

/** A message of the user, and the id of its entry where the caller chose it. */
export interface SpokenMessage {
  readonly message: Message
  readonly entry?: EntryId
}

export interface RuntimeModel {
  readonly name: string
  readonly provider: string
  readonly contextTokens: number
  readonly maxTokens: number
  /** "💾 Prompt caching: ENABLED (…)", or why not. */
  readonly cachingLine: string
  /** A hint for the user about the route to the model. */
  readonly hint?: string
  /** The size of the window is unknown: it is assumed to be `contextTokens`. */
  readonly isWindowAssumed?: true
  /** The price of a call is unknown. */
  readonly isPriceUnknown?: true
}

export type UndoOutcome =
  | { readonly kind: 'undone'; readonly messages: number; readonly tokens: number }
  | { readonly kind: 'nothing-to-undo' }

export interface ContextReport {
  readonly map: ContextMap
  readonly contextTokens: number
  readonly thresholdTokens: number
  readonly promptTokens: number
  /** The window is a guess, and with it all that follows from it. */
  readonly isWindowAssumed?: true
  readonly ledger?: Ledger
  /** Tools whose schemas are not sent, and what each request is smaller by; absent where all are. */
  readonly toolsLeftOut?: { readonly count: number; readonly savedTokens: number }
}

/** A tool in a list. */
export type ToolRow = ListedTool
/** The tools of a conversation, and what each request is smaller by for those that are left out. */
export type ToolReport = ToolList

/** When an entry was noted, in which conversation and after which message, and whose results had been read before. */
export interface NoteOrigin {
  readonly line: number
  /** ISO 8601. */
  readonly at: string
  readonly conversation: string
  readonly message?: number
  readonly after: readonly string[]
}

/** A memory file as the model would be shown it now. */
export type MemoryReport = { readonly file: string; readonly path: string } & (
  | {
      readonly kind: 'read'
      readonly text: string
      readonly usedBytes: number
      readonly maxBytes: number
      /** Lines that try to steer the assistant. */
      readonly leftOut: readonly { readonly line: number; readonly reason: string }[]
      /** The origins of entries that an assistant noted. */
      readonly origins: readonly NoteOrigin[]
    }
  | { readonly kind: 'unreadable'; readonly reason: string }
)

/** Unknown is `undefined`: a price nobody knows, a call that was not made yet. */
export interface RuntimeStatus {
  readonly promptTokens?: number
  readonly thresholdTokens: number
  readonly contextTokens: number
  /** The window is a guess, and with it the threshold. */
  readonly isWindowAssumed?: true
  /** Share of all prompt tokens of this run that were read from the cache. */
  readonly cacheHitRate?: number
  readonly costUsd?: number
  readonly usage: Usage
  readonly compactions: number
  /** Requests that kept the cache warm while nobody spoke, where there were any. */
  readonly keepAlives?: { readonly sent: number; readonly failed: number }
}
