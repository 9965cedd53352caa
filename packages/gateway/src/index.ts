export type {
  ConversationReader,
  GatewayAgent,
  GatewayEvent,
  OpenAgent,
  Said,
  TurnAnswer,
} from './agents/gateway-agent.ts'
export { type Channel, DeliveryError, type Inbound, type InboundFile, type PutInbound } from './channels/channel.ts'
