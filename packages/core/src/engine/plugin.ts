import type { ContextEngine } from '../contract/engine.ts'
import type { EnginePorts, Occasion } from '../contract/occasion.ts'
import type { Receipt } from '../contract/receipt.ts'
import type * as kit from './index.ts'

/** What engines are built from, as the host has it: a plugin needs no copy of its own. */
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
}

/** What a plugin may do around a compaction. What goes wrong in it is told, and stops nothing. */
export interface CompactionHooks {
  /** Called once it is decided that there is something to compress. */
  readonly 'before-compaction'?: (
    about: CompactionNote,
    signal: AbortSignal,
  ) => Promise<MustSurvive | undefined> | MustSurvive | undefined
  /** Called once it is written. */
  readonly 'after-compaction'?: (receipt: Receipt, signal: AbortSignal) => Promise<void> | void
}

/** What a hook is told before a compaction. */
export type CompactionNote = Pick<Occasion, 'trigger' | 'view' | 'focus' | 'at'>

/** Texts that the new view must show, word for word. */
export interface MustSurvive {
  readonly mustSurvive: readonly string[]
}
