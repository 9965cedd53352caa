import { randomUUID } from 'node:crypto'
import type { Registry } from 'prom-client'
import { createKnownCallers, isStillKnown, knownCallersMs } from './access/known-callers.ts'
import { createRecordAudit } from './access/record-audit.ts'
import { createTokenBook } from './access/token-book.ts'
import { createAgentPool } from './agents/agent-pool.ts'
import { holdChannel } from './channels/hold-channel.ts'
import { createEventHub, type EventHub } from './events/event-hub.ts'
import type { GatewayDeps, GatewayOptions } from './gateway-options.ts'
import { createHttpApp } from './http/create-http-app.ts'
import { createHttpServer, type HttpServer, type ListenAt } from './http/create-http-server.ts'
import { createEventStreams } from './http/event-streams.ts'
import { limitDefaults } from './http/gateway-limits.ts'
import type { HttpDeps } from './http/http-env.ts'
import { isLoopback } from './http/is-loopback.ts'
import { createChatLimit } from './inbound/chat-limit.ts'
import { createPutInbound } from './inbound/create-put-inbound.ts'
import { createInboxPressure } from './inbound/inbox-pressure.ts'
import { createLanes, type Lanes } from './lanes/create-lanes.ts'
import { addGauges, createGatewayMetrics } from './metrics/gateway-metrics.ts'
import { createDeliverer } from './outbound/create-deliverer.ts'
import { createRateLimiter } from './timing/rate-limiter.ts'

/** Conversations over HTTP and chat platforms, each worked on by one process at a time. */
export interface Gateway {
  /** Begins to work, to receive and to listen. Only this machine is served unless there are tokens. */
  start(at?: ListenAt): Promise<{ readonly url: string; readonly port: number }>
  /** Stops in good order. Turns may go on for the grace period, or until the signal aborts; the rest goes on elsewhere. */
  stop(signal?: AbortSignal): Promise<void>
  /** What it measures, as `/metrics` shows it. */
  readonly metrics: Registry
}

/** Makes a gateway; nothing happens before it is started, and it is started once. */
export function createGateway(deps: GatewayDeps, options: GatewayOptions = {}): Gateway {
  const parts = createParts(deps, options)
  const { graceMs = 10_000 } = options
  let server: HttpServer | undefined
  let watch: NodeJS.Timeout | undefined
  return {
    metrics: parts.http.metrics.registry,
    start: async (at = {}) => {
      const isPublic = !isLoopback(at.host ?? '127.0.0.1')
      if (!(await parts.http.callers()).isClosed && isPublic)
        throw new Error(`Without a token only this machine may be served, not "${at.host}".`)
      server = await createHttpServer(createHttpApp({ ...parts.http, isPublic }), at)
      watch = setInterval(() => void endStreams(parts.http), knownCallersMs).unref()
      parts.lanes.start()
      parts.deliverer.start()
      for (const channel of parts.held) channel.start()
      return { url: server.url, port: server.port }
    },
    stop: async (signal) => {
      parts.stopping.abort()
      clearInterval(watch)
      await Promise.all(parts.held.map((channel) => channel.stop().catch(parts.http.onFault)))
      const grace = AbortSignal.timeout(graceMs)
      await parts.lanes.stop(signal === undefined ? grace : AbortSignal.any([grace, signal]))
      await parts.deliverer.stop()
      parts.http.streams.endAll()
      await server?.close()
      parts.hub.stop()
    },
  }
}

/** Whoever was sent away does not go on listening either. */
async function endStreams({ streams, callers }: HttpDeps): Promise<void> {
  if (streams.size() === 0) return
  const list = await callers()
  streams.endThose((caller) => !isStillKnown(list, caller))
}

interface GatewayParts {
  readonly http: HttpDeps
  readonly hub: EventHub
  readonly lanes: Lanes
  readonly deliverer: ReturnType<typeof createDeliverer>
  readonly held: readonly ReturnType<typeof holdChannel>[]
  readonly stopping: AbortController
}

function createParts(deps: GatewayDeps, options: GatewayOptions): GatewayParts {
  const { store, now } = deps
  const {
    onFault = () => {},
    onAudit = () => {},
    tokens: fixed = [],
    access = {},
    ttlMs = 5_000,
    turnMs = 3_600_000,
    fetchMs = 20_000,
    readsDocuments = false,
  } = options
  const holder = randomUUID()
  const limits = { ...limitDefaults, ...options.limits }
  const metrics = createGatewayMetrics()
  const channels = new Map(deps.channels.map((channel) => [channel.name, channel]))
  const pressure = createInboxPressure(store.inbox, limits.maxWaiting, now)
  const audit = createRecordAudit({ store, now, onAudit })
  const callers = createKnownCallers({ fixed, read: createTokenBook(store.state).read, now })
  const limiter = createRateLimiter(now)
  const chatLimit = createChatLimit(limiter, limits.messagesPerMinute)
  const put = createPutInbound({ store, access, pressure, chatLimit, metrics, now, fetchMs, readsDocuments })
  // Those who watch can wait a little where a hint was lost; each conversation that is watched costs a read.
  const lookMs = 5 * (options.sweepMs ?? 1_000)
  const hub = createEventHub(store.events, { sweepMs: lookMs })
  const streams = createEventStreams(limits)
  const stopping = new AbortController()
  const common = { store, channels, holder, metrics, now, onFault }
  const pool = createAgentPool({ ...deps, onFault }, { idleMs: options.idleMs, most: options.openAgents })
  const lanes = createLanes({ ...common, pool, audit, turnMs }, options)
  const deliverer = createDeliverer(common, { ...options, width: undefined })
  const held = deps.channels.map((channel) => holdChannel({ ...common, leases: store.leases, put, ttlMs }, channel))
  addGauges(metrics, {
    waiting: pressure.backlog,
    undelivered: () => store.outbox.backlog(),
    working: lanes.working,
    streams: streams.size,
  })
  const about = { reader: deps.reader, hub, streams, pressure, limiter, audit, callers, limits, readsDocuments, lookMs }
  const http = { ...common, ...about, working: lanes.working, isPublic: true, stopping: stopping.signal }
  return { http, hub, lanes, deliverer, held, stopping }
}
