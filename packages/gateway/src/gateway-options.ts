import type { GatewayStore } from '@palimpsest/core/store'
import type { AuditLine } from './access/record-audit.ts'
import type { GatewayToken } from './access/tokens.ts'
import type { ConversationReader, OpenAgent } from './agents/gateway-agent.ts'
import type { Channel } from './channels/channel.ts'
import type { GatewayLimits } from './http/gateway-limits.ts'
import type { ChannelAccess } from './inbound/may-speak.ts'

/** The parts that a gateway is made of. */
export interface GatewayDeps {
  readonly store: GatewayStore
  readonly openAgent: OpenAgent
  readonly reader: ConversationReader
  /** The chat platforms. HTTP is always there. */
  readonly channels: readonly Channel[]
  readonly now: () => number
}

export interface GatewayOptions {
  /** Conversations that are worked on at the same time. @default 16 */
  readonly width?: number
  /** How long a lane or a channel is held without being renewed. @default 5_000 */
  readonly ttlMs?: number
  /** How often each part looks by itself: hints may be lost. @default 1_000 */
  readonly sweepMs?: number
  /** How long an agent without work is kept open, where it can be. @default 300_000 */
  readonly idleMs?: number
  /** Agents without work that are kept open. @default 64 */
  readonly openAgents?: number
  /** The longest time that a turn may take. @default 3_600_000 */
  readonly turnMs?: number
  /** How long turns may go on when the gateway stops. @default 10_000 */
  readonly graceMs?: number
  /** How often an answer that is being written is changed on a platform. @default 1_000 */
  readonly editMs?: number
  /** How long a platform may take to answer; what is silent for longer may have been sent. @default 20_000 */
  readonly sendMs?: number
  /** The age at which a piece that no platform takes is given up. @default 3_600_000 */
  readonly giveUpMs?: number
  /** How long the files of a message may take to be fetched, before it goes on without them. @default 20_000 */
  readonly fetchMs?: number
  /** True when the model reads PDF; otherwise one that comes along is only named. @default false */
  readonly readsDocuments?: boolean
  /** Who may speak, by the names of channels. @default nobody */
  readonly access?: Readonly<Record<string, ChannelAccess>>
  /** Who may use HTTP beside those whose tokens the store keeps. @default whoever is on this machine, unless it keeps some */
  readonly tokens?: readonly GatewayToken[]
  readonly limits?: Partial<GatewayLimits>
  /** Receives who compacted, undid or deleted what. */
  readonly onAudit?: (line: AuditLine) => void
  /** Receives errors that were not expected; they may quote what was said. */
  readonly onFault?: (error: unknown) => void
}
