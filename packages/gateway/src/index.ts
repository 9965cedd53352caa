export type { AuditLine } from './access/record-audit.ts'
export { type GatewayToken, hashToken, type TokenRole } from './access/tokens.ts'
export type {
  ConversationReader,
  GatewayAgent,
  GatewayEvent,
  OpenAgent,
  SaidMessage,
  TurnAnswer,
} from './agents/gateway-agent.ts'
export {
  type Channel,
  DeliveryError,
  type Inbound,
  type InboundAttachment,
  type PutInbound,
} from './channels/channel.ts'
export { createGateway, type Gateway } from './create-gateway.ts'
export type { GatewayDeps, GatewayOptions } from './gateway-options.ts'
export type { ListenAt } from './http/create-http-server.ts'
export type { GatewayLimits } from './http/gateway-limits.ts'
export type { ChannelAccess } from './inbound/may-speak.ts'
export { type TracedModelCall, traceModelCall } from './metrics/trace-model-call.ts'
