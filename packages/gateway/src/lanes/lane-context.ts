import type { GatewayStore } from '@palimpsest/core/store'
import type { RecordAudit } from '../access/record-audit.ts'
import type { AgentPool } from '../agents/agent-pool.ts'
import type { Channel } from '../channels/channel.ts'
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts'

/** All that working on lanes needs. */
export interface LaneContext {
  readonly store: GatewayStore
  readonly pool: AgentPool
  readonly channels: ReadonlyMap<string, Channel>
  readonly metrics: GatewayMetrics
  readonly audit: RecordAudit
  readonly now: () => number
  /** Receives what was not expected; people get an apology. */
  readonly onFault: (error: unknown) => void
  /** The longest time that a turn may take. */
  readonly turnMs: number
}
