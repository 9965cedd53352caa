import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createCatalogue, type ModelOverride } from '@palimpsest/core/models'
import { createCounter } from '@palimpsest/core/tokens'
import type { RulesOptions } from '../billing/rules.ts'
import { echo } from '../model/echo.ts'
import type { SimulatedModel } from '../model/model.ts'
import { createBillingState } from './billing-state.ts'
import type { CallRecord } from './call-record.ts'
import { createClock } from './clock.ts'
import type { Injection } from './fault.ts'
import { handle } from './handle.ts'
import { createSimulatedProvider } from './provider.ts'
import { createResponseMemory } from './response-memory.ts'
import { sendJson } from './send.ts'

/** Options for the behaviour of a simulated provider. */
export interface SimulatorOptions {
  /** @default any that is free */
  readonly port?: number
  /** The model that answers. @default echo */
  readonly model?: SimulatedModel
  /** Windows, limits and prices that differ from the catalogue's, and models that it does not know. */
  readonly models?: readonly ModelOverride[]
  /** The faults to inject, and when. */
  readonly inject?: readonly Injection[]
  /** The only keys that are taken. @default any */
  readonly keys?: readonly string[]
  /** The clock, in milliseconds, by which caches expire. @default Date.now */
  readonly now?: () => number
  /**
   * Time on that clock from a request to its reply: what a call writes can be read only then. A reply is held back as
   * long, unless the clock is one's own. @default 0
   */
  readonly replyAfterMs?: number
  /** @default 32 MB, as Anthropic's */
  readonly maxBodyBytes?: number
  /** Refuses thinking that does not follow the prompt it was written after, if a model binds it. @default true */
  readonly checksPrefixes?: boolean
  /** The counting rules of caches, where a route or a model differs. */
  readonly caching?: RulesOptions
  /** Receives each call as soon as it is billed. */
  readonly onCall?: (record: CallRecord) => void
  /** Called when the clock is advanced. */
  readonly onAdvance?: (ms: number) => void
}

/** A provider that runs on this machine and can be reached from nowhere else. */
export interface Simulator {
  /** Base URL, without `/v1`. */
  readonly url: string
  readonly port: number
  /** Every call so far. */
  readonly calls: readonly CallRecord[]
  /** Puts its clock forward, as `POST /simulate/advance?by=6m` does. */
  advance(ms: number): void
  /** Ends it, and every connection that is still open. */
  close(): Promise<void>
}

/** Only this machine can reach it: a simulator believes any key. */
const host = '127.0.0.1'

/** Starts a provider on loopback that speaks Anthropic Messages, OpenAI Chat and OpenAI Responses. */
export async function createSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const {
    port = 0,
    maxBodyBytes = 32 * 1024 * 1024,
    replyAfterMs = 0,
    checksPrefixes = true,
    onCall,
    onAdvance,
  } = options
  const calls: CallRecord[] = []
  const counter = createCounter()
  const clock = createClock(options.now ?? Date.now)
  const bench = {
    catalogue: createCatalogue(options.models),
    billing: createBillingState(counter, options.caching ?? {}),
    checksPrefixes,
  }
  const call = createSimulatedProvider({
    ...bench,
    counter,
    memory: createResponseMemory(),
    model: options.model ?? echo,
    injections: options.inject ?? [],
    now: clock.now,
    replyAfterMs,
    note: (record) => {
      calls.push(record)
      onCall?.(record)
    },
  })
  const advance = (ms: number) => {
    clock.advance(ms)
    onAdvance?.(ms)
  }
  const holdMs = options.now === undefined ? replyAfterMs : 0
  const handler = { ...bench, call, keys: options.keys, maxBodyBytes, holdMs, clock: { now: clock.now, advance } }
  const server = createServer((request, response) => {
    handle(request, response, handler).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) response.destroy()
      else sendJson(response, 500, { error: { type: 'simulator_error', message: String(error) } })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://${host}:${address.port}`,
    port: address.port,
    calls,
    advance,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
