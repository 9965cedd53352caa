import type { ContextEngine } from '../../contract/engine.ts'
import type { EnginePorts } from '../../contract/occasion.ts'

/** An engine to be held against the contract. Each case makes one of its own. */
export interface EngineUnderTest {
  create(ports: EnginePorts): ContextEngine | Promise<ContextEngine>
  /** Lets all others run, for engines that use timers of their own: `setImmediate` of `node:timers/promises`. @default microtasks */
  pause?(): Promise<void>
}

/** One thing that every engine must do. `run` throws an `Error` that says what was wrong. */
export interface EngineCase {
  readonly name: string
  run(under: EngineUnderTest): Promise<void>
}
