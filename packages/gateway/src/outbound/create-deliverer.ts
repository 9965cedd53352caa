import { isFailure } from '@palimpsest/core/errors'
import type { GatewayStore, Piece } from '@palimpsest/core/store'
import type { Channel } from '../channels/channel.ts'
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts'
import { pauseFor } from '../timing/pause-for.ts'
import { createWakeLoop } from '../timing/wake-loop.ts'
import { createWakeSources } from '../timing/wake-sources.ts'
import { deliverPiece, type ShownAnswer } from './deliver-piece.ts'
import { retryIn } from './retry-in.ts'
import { withinTime } from './within-time.ts'

export interface DelivererDeps {
  readonly store: GatewayStore
  readonly channels: ReadonlyMap<string, Channel>
  readonly holder: string
  readonly metrics: GatewayMetrics
  readonly now: () => number
  readonly onFault: (error: unknown) => void
}

export interface DelivererOptions {
  /** Pieces that are delivered at the same time. @default 32 */
  readonly width?: number
  /** How often it looks by itself. @default 1_000 */
  readonly sweepMs?: number
  /** How often an answer that is being written is changed on a platform. @default 1_000 */
  readonly editMs?: number
  /** A platform that is silent for longer than this may have taken the message or not. @default 20_000 */
  readonly sendMs?: number
  /** The age at which a piece is given up. @default 3_600_000 */
  readonly giveUpMs?: number
}

/** Delivers what is in the outbox by the channels of this process. */
export interface Deliverer {
  start(): void
  /** Takes no more pieces, and resolves when those under way have come to an end. */
  stop(): Promise<void>
}

/** A piece is held for so much longer than a send may last, so that it is not sent by two at once. */
const ttlShare = 1.5
/** What was sent is written down with some patience: else it would be sent again. */
const sentTries = 5
const mostShown = 1_000

export function createDeliverer(deps: DelivererDeps, options: DelivererOptions = {}): Deliverer {
  const { width = 32, sweepMs = 1_000, sendMs = 20_000 } = options
  const under = new Set<Promise<void>>()
  const shown = new Map<string, ShownAnswer>()
  const names = [...deps.channels.keys()]
  const sources = createWakeSources()
  let isStopped = true

  const claims = createWakeLoop(async () => {
    if (isStopped || under.size >= width) return
    const pieces = await deps.store.outbox.claim(names, deps.holder, width - under.size, sendMs * ttlShare)
    for (const piece of pieces) begin(piece)
  }, deps.onFault)

  function begin(piece: Piece): void {
    const work = deliver({ ...deps, shown, options }, piece)
      .catch(deps.onFault)
      .then(() => {
        under.delete(work)
        for (const key of [...shown.keys()].slice(0, Math.max(0, shown.size - mostShown))) shown.delete(key)
        claims.wake()
      })
    under.add(work)
  }

  return {
    start: () => {
      if (!isStopped || names.length === 0) return
      isStopped = false
      sources.add(deps.store.outbox.watch(claims.wake))
      sources.every(sweepMs, claims.wake)
      claims.wake()
    },
    stop: async () => {
      isStopped = true
      sources.stop()
      await claims.settled()
      while (under.size > 0) await Promise.all(under)
    },
  }
}

interface Delivery extends DelivererDeps {
  readonly shown: Map<string, ShownAnswer>
  readonly options: DelivererOptions
}

async function deliver(delivery: Delivery, piece: Piece): Promise<void> {
  const { store, channels, holder, metrics, options } = delivery
  const channel = channels.get(piece.channel)
  if (channel === undefined) return
  const { editMs = 1_000, sendMs = 20_000 } = options
  try {
    const step = await withinTime(deliverPiece(delivery, channel, piece), sendMs)
    if (step.kind === 'unfinished') {
      await store.outbox.failed(piece, holder, { retryInMs: editMs, reason: 'It is still being written.' })
      return
    }
    delivery.shown.delete(piece.key)
    if (piece.isUnsure && piece.sentAs === undefined) metrics.unsureSends.inc({ channel: piece.channel })
    metrics.deliveries.inc({ channel: piece.channel, outcome: 'sent' })
    await writeSent(delivery, piece, step.kind === 'sent' ? step.sentAs : '')
  } catch (error) {
    await fail(delivery, piece, error)
  }
}

async function writeSent({ store, holder }: Delivery, piece: Piece, sentAs: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await store.outbox.sent(piece, holder, sentAs)
      return
    } catch (error) {
      if (tries === sentTries || !isFailure(error, 'store/unavailable')) throw error
      await pauseFor(50 * 2 ** tries, neverAborts)
    }
  }
}

const neverAborts = new AbortController().signal

async function fail(delivery: Delivery, piece: Piece, error: unknown): Promise<void> {
  const { store, holder, metrics, now, options } = delivery
  const { giveUpMs = 3_600_000 } = options
  // A piece that is being written is handed out each second, for as long as that takes.
  const isStream = piece.body.kind === 'stream'
  const tries = isStream ? Math.min(piece.tries, 3) : piece.tries
  const failure = retryIn(error, { tries, ageMs: now() - piece.at, giveUpMs: isStream ? giveUpMs * 24 : giveUpMs })
  const outcome = failure.retryInMs === undefined ? 'given-up' : 'retried'
  metrics.deliveries.inc({ channel: piece.channel, outcome })
  await store.outbox.failed(piece, holder, failure)
  if (outcome === 'retried') return
  delivery.shown.delete(piece.key)
  const event = { kind: 'undelivered', channel: piece.channel, key: piece.key, reason: failure.reason }
  await store.events.append(piece.conversation, [event], now())
}
