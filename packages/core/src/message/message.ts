import type { Json, JsonObject } from '../json.ts'

declare const brand: unique symbol

/** Names one tool call; its result answers by the same id. Minted by a model, so unique within a conversation at best. */
export type CallId = string & { readonly [brand]: 'CallId' }

export function callId(text: string): CallId {
  return text as CallId
}

/** The formats a message can come from and go to. */
export type Format = 'anthropic' | 'openai-chat' | 'openai-responses' | 'ai-sdk' | 'claude-code' | 'codex'

/**
 * Data of one format beyond the canonical message: unknown fields, and choices of shape that mean nothing. It is
 * written again in that format and in no other. It never repeats what the canonical fields say.
 */
export interface Residue {
  readonly format: Format
  readonly fields: JsonObject
}

/** A place where the provider should cache. Without a TTL the provider's default counts. */
export interface Breakpoint {
  readonly ttl?: '5m' | '1h'
}

interface Piece {
  readonly residue?: Residue
  readonly breakpoint?: Breakpoint
}

export interface TextPart extends Piece {
  readonly type: 'text'
  readonly text: string
  /** The model declined: OpenAI keeps such text apart from answers. */
  readonly refusal?: true
}

/** The location of the bytes of an image or file. `data` is base64. */
export type Source =
  | { readonly kind: 'data'; readonly data: string; readonly mediaType?: string }
  | { readonly kind: 'url'; readonly url: string; readonly mediaType?: string }
  | { readonly kind: 'file'; readonly fileId: string; readonly mediaType?: string }

export interface ImagePart extends Piece {
  readonly type: 'image'
  readonly source: Source
  /** The level of detail for OpenAI's models. */
  readonly detail?: string
}

/** A document, a sound, or any other attachment. */
export interface FilePart extends Piece {
  readonly type: 'file'
  readonly source: Source
  readonly name?: string
}

/** A model's thinking before it spoke. Its seals are valid for the model that wrote it and for no other. */
export interface ThinkingPart extends Piece {
  readonly type: 'thinking'
  readonly text: string
  /** Anthropic: proves that the text is the model's own. */
  readonly signature?: string
  /** Anthropic: thinking that only the provider can read; `text` is then empty. */
  readonly redacted?: string
  /** OpenAI: the reasoning itself; `text` is then its summary. */
  readonly encrypted?: string
}

export interface ToolCallPart extends Piece {
  readonly type: 'tool-call'
  readonly callId: CallId
  readonly name: string
  /** JSON, as the model wrote it: its bytes count in tokens and caches. Any text when `freeform`. */
  readonly arguments: string
  readonly freeform?: true
}

/** A block that only its own format understands. It is carried, never interpreted. */
export interface OpaquePart extends Piece {
  readonly type: 'opaque'
  readonly format: Format
  readonly value: Json
  /** The value is a whole message of that format, not a block inside one. */
  readonly whole?: true
}

/** A part that a person, the system or a tool can say. */
export type ContentPart = TextPart | ImagePart | FilePart | OpaquePart
export type Part = ContentPart | ThinkingPart | ToolCallPart

interface Utterance {
  readonly residue?: Residue
  /** True when the text was in a list although a plain string would do. Every format allows both. */
  readonly listed?: true
}

export interface SystemMessage extends Utterance {
  readonly role: 'system'
  readonly parts: readonly ContentPart[]
  /** OpenAI's name for instructions that rank below the platform's. */
  readonly developer?: true
}

export interface UserMessage extends Utterance {
  readonly role: 'user'
  readonly parts: readonly ContentPart[]
}

export interface AssistantMessage extends Utterance {
  readonly role: 'assistant'
  readonly parts: readonly Part[]
  /** The model that wrote it, where known: seals of thinking are never shown to another model. */
  readonly model?: string
}

/** An output that was too long to show, and is kept whole in a file of its conversation. */
export interface KeptText {
  /** Named after its content, see `isKeptName`; never a path. */
  readonly file: string
  /** It goes in place of so many characters, the first of the text that is shown. Absent where it cannot be put back. */
  readonly chars?: number
}

/** The result of one tool call. */
export interface ToolMessage extends Utterance {
  readonly role: 'tool'
  readonly callId: CallId
  readonly parts: readonly ContentPart[]
  readonly isError?: true
  readonly breakpoint?: Breakpoint
  /** The outputs in it that were too long to show, in the order they are put back. No provider is sent this. */
  readonly kept?: readonly KeptText[]
}

/** One value exchanged in a conversation, the same whatever format it came in. */
export type Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage

/** A tool offered to the model. */
export type Tool = FunctionTool | OpaqueTool

export interface FunctionTool extends Piece {
  readonly kind: 'function'
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly schema?: JsonObject
  readonly strict?: boolean
}

/** A tool that the provider runs, or one that only its own format understands. */
export interface OpaqueTool {
  readonly kind: 'opaque'
  readonly format: Format
  readonly value: Json
}

/** A conversation as a file or a request body holds it. */
export interface Transcript {
  readonly messages: readonly Message[]
  readonly tools?: readonly Tool[]
  readonly model?: string
  readonly residue?: Residue
}
