export type { Receipt, SummaryModel } from '@palimpsest/core/engine'
export type { SessionStore } from '@palimpsest/core/store'
export type { BilledUsage, Usage } from '@palimpsest/core/tokens'
export type { Context, ConversationHandle, Outcome } from './context.ts'
export { createContext } from './create-context.ts'
export type {
  CompressionSettings,
  ContextEvent,
  ContextMode,
  ContextOptions,
  ProblemPlace,
  WireRequest,
} from './options/context-options.ts'
export type { Prepared, PrepareOptions } from './prepare/prepared.ts'
export type { RecallDefinition } from './recall/recall-definitions.ts'
export type { Found, RecallTools } from './recall/recall-tools.ts'
export type { PassReason, WireBody, WireFormat, WireReply } from './wire/wire-body.ts'
