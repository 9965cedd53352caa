export { openStore, type RuntimeEvent, type RuntimeOutcome } from './compose.ts'
export { createRuntime } from './compose-runtime.ts'
export type { Runtime, RuntimeModel, RuntimeStatus } from './runtime/runtime.ts'
export type { RuntimeSetup } from './runtime/runtime-setup.ts'
