import type { JsonObject } from '@palimpsest/core/json'
import type { ContentPart, KeptText, Message } from '@palimpsest/core/message'
import type { Variables } from '@palimpsest/core/redact'
import type { SearchHit, SearchResult } from '@palimpsest/core/store'

/** Something the model can have done. A value: all it needs of the world comes with the call. */
export interface AgentTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the input. */
  readonly schema: JsonObject
  readonly limits: ToolLimits
  /** The plugin that brought it. Without one it belongs to the agent itself, and is always shown. */
  readonly group?: string
  /** Changes something, so it asks and runs by itself; what only looks runs side by side. */
  readonly isChanging: boolean
  /** The question it would ask now, where the questions of one message are put as one. `run` asks by itself. */
  question?(input: unknown, context: ToolContext): Promise<Question | undefined>
  /** Checks the input, asks the user where it must, and acts. Errors, and an abort, are reported in the result. */
  run(input: unknown, context: ToolContext, signal: AbortSignal): Promise<ToolResult>
}

/** Limits that a tool enforces by itself. */
export interface ToolLimits {
  /** A result is cut at about this size, and says how to get the rest. */
  readonly maxChars: number
  /** Reads what is kept already: spilled, its result would only have to be read again. */
  readonly neverSpilled?: true
  /** Its results are kept in a file from this size on, rather than from the usual one. */
  readonly spillChars?: number
  readonly timeoutMs?: number
}

/** The outcome of a call. */
export interface ToolResult {
  readonly text: string
  readonly isError?: true
  /** The user did not agree to it. */
  readonly isDeclined?: true
  /** Of a command. */
  readonly exitCode?: number
  /** For results that are more than text; these parts then replace it. */
  readonly parts?: readonly ContentPart[]
  /** The whole output in a file of the results folder, where the text shows only its ends. */
  readonly kept?: KeptText
}

/** All that a tool can reach of the world. */
export interface ToolContext {
  /** Absolute; no path that a tool is asked for may lead out of it. */
  readonly workspace: string
  /** Absolute; where output that is too long to show is kept. Read by tools, beside the workspace. */
  readonly resultsFolder: string
  /** Absolute; files and folders that no tool reads or writes, wherever they lie, but for the results folder. @default none */
  readonly offLimits?: readonly string[]
  /** Asks the user; `'nobody'` where there is none to ask. With `--yes` the answer is always yes. */
  confirm(question: Question): Promise<boolean | 'nobody'>
  readonly archive: ArchivePort
  readonly memory: MemoryPort
  /** The variables that commands see. @default those of this process, without what looks like a secret */
  readonly environment?: Variables
  /** The call's place, for facts that outlive the conversation. */
  origin?(): Promise<CallOrigin>
  /** Lowers every tool's `maxChars`, where the window is small. */
  readonly maxChars?: number
}

/** The place of a call in its conversation, and what had been read there in the same turn. */
export interface CallOrigin {
  readonly conversation: string
  /** Its message among those of the conversation, from 0. */
  readonly message?: number
  /** Names of the tools whose results come before it. */
  readonly after: readonly string[]
}

/** A request for the user's consent. */
export interface Question {
  /** Everything that will happen, in printable lines; callers that show less say how much is left out. */
  readonly text: string
  /** An "always" agrees to everything of this kind. */
  readonly about: 'files' | 'commands' | 'memory' | 'hard links' | 'tools'
}

/** Everything ever said in this conversation. */
export interface ArchivePort {
  recall(query: string, limit: number): Promise<SearchResult>
  /** Searches the outputs that were too long to show. */
  recallKept?(query: string, limit: number, signal: AbortSignal): Promise<KeptHits>
  /** A piece of a message, named by its place in the conversation or by its id; `undefined` when there is none. */
  readOriginal(name: number | string, offset: number, limit: number): Promise<OriginalPage | undefined>
}

/** A kept output that a query was found in. */
export interface KeptHit {
  /** Absolute. */
  readonly path: string
  /** The line that fits best, from 1. */
  readonly line: number
  readonly snippet: string
  readonly bytes: number
  /** The messages that point at it, the first one first. */
  readonly said: readonly SearchHit[]
}

export interface KeptHits {
  readonly hits: readonly KeptHit[]
  /** Files in scope. */
  readonly searched: number
  /** There were more hits than the limit. */
  readonly capped: boolean
}

/** A piece of a message, to the byte. */
export interface OriginalPage {
  readonly id: string
  readonly index?: number
  readonly role: Message['role']
  readonly text: string
  /** Whole characters: no page ends inside one. */
  readonly totalChars: number
  /** The start of the next page; `undefined` on the last one. */
  readonly nextOffset?: number
}

export type MemoryFile = 'MEMORY.md' | 'USER.md'

/** One change to what is remembered between conversations. */
export type MemoryChange =
  | { readonly kind: 'add'; readonly text: string }
  | { readonly kind: 'replace'; readonly old: string; readonly text: string }
  | { readonly kind: 'remove'; readonly old: string }

export type MemoryAnswer =
  | { readonly kind: 'changed'; readonly usedBytes: number; readonly maxBytes: number }
  | { readonly kind: 'refused'; readonly reason: string }

/** The effect that a change would have on a file as it is now. */
export type MemoryPreview =
  /** The full entries, as they are or would be. */
  | { readonly kind: 'changes'; readonly taken?: string; readonly put?: string }
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly reason: string }

/** The memory between conversations. */
export interface MemoryPort {
  preview(file: MemoryFile, change: MemoryChange): Promise<MemoryPreview>
  change(file: MemoryFile, change: MemoryChange, origin?: CallOrigin): Promise<MemoryAnswer>
}
