import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { GatewayStore } from '@palimpsest/core/store'
import type { Context } from 'hono'
import type { KnownCallers } from '../access/known-callers.ts'
import type { RecordAudit } from '../access/record-audit.ts'
import type { Caller } from '../access/tokens.ts'
import type { ConversationReader } from '../agents/gateway-agent.ts'
import type { Channel } from '../channels/channel.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { InboxPressure } from '../inbound/inbox-pressure.ts'
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts'
import type { RateLimiter } from '../timing/rate-limiter.ts'
import type { EventStreams } from './event-streams.ts'
import type { GatewayLimits } from './gateway-limits.ts'

/** What Hono knows about a request. */
export interface HttpEnv {
  readonly Bindings: HttpBindings
  readonly Variables: { readonly caller: Caller }
}

export type HttpContext = Context<HttpEnv>
export type HttpApp = OpenAPIHono<HttpEnv>

/** All that the routes need. */
export interface HttpDeps {
  readonly store: GatewayStore
  readonly reader: ConversationReader
  readonly channels: ReadonlyMap<string, Channel>
  readonly hub: EventHub
  readonly streams: EventStreams
  readonly pressure: InboxPressure
  readonly limiter: RateLimiter
  readonly metrics: GatewayMetrics
  readonly audit: RecordAudit
  readonly callers: KnownCallers
  /** True when other machines can reach the server: then nobody is served without a token. */
  readonly isPublic: boolean
  readonly limits: GatewayLimits
  /** True when the model reads PDF. */
  readonly readsDocuments: boolean
  /** Names this process among all that work on the store. */
  readonly holder: string
  readonly now: () => number
  /** How often those who wait look whether what they wait for is still to come. */
  readonly lookMs: number
  readonly onFault: (error: unknown) => void
  /** The lanes that this process works on. */
  readonly working: () => number
  /** Aborts when the gateway stops. */
  readonly stopping: AbortSignal
}
