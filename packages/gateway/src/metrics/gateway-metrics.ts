import type { Backlog } from '@palimpsest/core/store'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What a gateway measures. Nothing is labelled by conversation, thread or person. */
export interface GatewayMetrics {
  readonly registry: Registry
  /** Messages from outside: `new`, `repeat`, `refused`, or `limited`: kept, but not answered. */
  readonly puts: Counter<'channel' | 'outcome'>
  /** Arrivals that were handled, by how they ended. */
  readonly turns: Counter<'outcome'>
  readonly startSeconds: Histogram
  readonly turnSeconds: Histogram
  readonly compactions: Counter<'during'>
  readonly lostLanes: Counter
  /** Pieces by what became of a try: `sent`, `retried` or `given-up`. */
  readonly deliveries: Counter<'channel' | 'outcome'>
  /** Sends that a platform may have taken without saying so. */
  readonly unsureSends: Counter<'channel'>
  readonly requests: Counter<'status'>
}

/** The sources of the gauges, read when somebody scrapes. */
export interface GaugeSources {
  waiting(): Promise<Backlog>
  undelivered(): Promise<Backlog>
  working(): number
  streams(): number
}

const startBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300]
const turnBuckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800]

export function createGatewayMetrics(): GatewayMetrics {
  const registers = [new Registry()]
  const [registry = new Registry()] = registers
  const counter = <T extends string>(name: string, help: string, labelNames: readonly T[]) =>
    new Counter<T>({ name: `palimpsest_${name}`, help, labelNames, registers })
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name: `palimpsest_${name}`, help, buckets, registers })
  return {
    registry,
    puts: counter('puts_total', 'Messages from outside.', ['channel', 'outcome']),
    turns: counter('turns_total', 'Arrivals that were handled.', ['outcome']),
    startSeconds: histogram('put_to_start_seconds', 'From being put to being worked on.', startBuckets),
    turnSeconds: histogram('turn_seconds', 'From the start of a turn to its end.', turnBuckets),
    compactions: counter('compactions_total', 'Compactions of conversations.', ['during']),
    lostLanes: counter('lost_lanes_total', 'Lanes that were lost while they were worked on.', []),
    deliveries: counter('deliveries_total', 'Tries to deliver a piece.', ['channel', 'outcome']),
    unsureSends: counter('unsure_sends_total', 'Sends that may have been taken without an answer.', ['channel']),
    requests: counter('http_requests_total', 'HTTP requests.', ['status']),
  }
}

/** Adds the gauges, once their sources exist. A source that fails leaves its gauge as it was. */
export function addGauges({ registry }: GatewayMetrics, sources: GaugeSources): void {
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name: `palimpsest_${name}`,
      help,
      registers: [registry],
      async collect() {
        try {
          this.set(await read())
        } catch {
          // The last value is kept: a scrape must not fail with the store.
        }
      },
    })
  gauge('inbox_waiting', 'Arrivals that wait.', async () => (await sources.waiting()).waiting)
  gauge('outbox_waiting', 'Pieces that wait to be delivered.', async () => (await sources.undelivered()).waiting)
  gauge('lanes_working', 'Lanes that this process works on.', sources.working)
  gauge('streams_open', 'Event streams that are open.', sources.streams)
}
