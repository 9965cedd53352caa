import type { ContextEngine } from '../contract/engine.ts'
import type { EnginePorts, Occasion } from '../contract/occasion.ts'
import type { Receipt } from '../contract/receipt.ts'
import type { Json, JsonObject } from '../json.ts'
import type { Message } from '../message/message.ts'
import type * as kit from './index.ts'

/** The building blocks of engines, as the host has them: a plugin needs no separate copy. */
export type EngineKit = typeof kit

/** Makes an engine. */
export type EngineFactory = (ports: EnginePorts, kit: EngineKit) => ContextEngine | Promise<ContextEngine>

/** The default export of a folder in `plugins/context_engine`; a factory alone will do. */
export interface EnginePlugin {
  readonly name?: string
  /** The version of the contract that it was written for. */
  readonly contract: number
  readonly create: EngineFactory
  readonly hooks?: CompactionHooks
}

/** The default export of a general plugin. */
export interface Plugin {
  readonly name: string
  readonly contract: number
  /** Engines by the name that `context.engine` calls them. */
  readonly engines?: Readonly<Record<string, EngineFactory | EnginePlugin>>
  readonly hooks?: CompactionHooks
  /** Tools that it brings for the model. */
  readonly tools?: readonly PluginTool[]
}

/** A tool of a plugin. The agent checks its input against the schema, and asks the user before it runs. */
export interface PluginTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the input: an object. */
  readonly schema: JsonObject
  /** It only looks, so nobody is asked, and it may run beside others. @default false */
  readonly isReadOnly?: boolean
  run(input: Json, signal: AbortSignal): Promise<Message['parts'] | string> | Message['parts'] | string
}

/** Hooks of a plugin around a compaction. An error in one is reported, and stops nothing. */
export interface CompactionHooks {
  /** Called once it is decided that there is something to compress. */
  readonly 'before-compaction'?: (
    about: CompactionNote,
    signal: AbortSignal,
  ) => Promise<MustSurvive | undefined> | MustSurvive | undefined
  /** Called once it is written. */
  readonly 'after-compaction'?: (receipt: Receipt, signal: AbortSignal) => Promise<void> | void
}

/** The data that a hook receives before a compaction. */
export type CompactionNote = Pick<Occasion, 'trigger' | 'view' | 'focus' | 'at'>

/** Texts that the new view must show, word for word. */
export interface MustSurvive {
  readonly mustSurvive: readonly string[]
}
