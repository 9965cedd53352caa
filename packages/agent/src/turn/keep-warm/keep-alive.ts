import { type BilledUsage, nextPing, notePing } from '@palimpsest/core'
import type { AgentParts } from '../agent.ts'
import type { Desk } from '../desk.ts'
import { tallyCall } from '../usage/tally.ts'
import type { Rest, Sent } from './rest.ts'

/** Sends the last prompt again shortly before the cache would forget it, as often as that pays. */
export function keepAlive(desk: Desk): Rest {
  const waiting = new AbortController()
  const asking = new AbortController()
  const { sent } = desk
  if (sent !== undefined) {
    const signals = { waiting: waiting.signal, asking: asking.signal }
    // Whatever goes wrong here costs a rewrite at most, and is nobody's concern.
    pingOn(desk, sent, signals).catch(() => undefined)
  }
  return {
    over: () => waiting.abort(),
    end: () => {
      waiting.abort()
      asking.abort()
    },
  }
}

interface Signals {
  readonly waiting: AbortSignal
  readonly asking: AbortSignal
}

async function pingOn(desk: Desk, { asked, parts }: Sent, { waiting, asking }: Signals): Promise<void> {
  const { provider, caching, rest, now, model } = parts
  if (rest === undefined || provider.warm === undefined || caching.strategy === 'none') return
  while (!waiting.aborted && desk.learned !== undefined) {
    const next = nextPing(desk.learned.cache, now(), 'person', caching.route)
    if (next.kind === 'stop') return
    const restMs = next.atMs - now()
    // A machine may sleep longer than it was told to, so what to do is decided anew after each wait.
    if (restMs > 0) await rest(restMs, waiting)
    if (restMs > 0) continue
    const startMs = now()
    const usage = await provider.warm(asked, asking).catch(() => undefined)
    await note(desk, usage, model)
    if (usage === undefined || waiting.aborted) return
    desk.learned = { ...desk.learned, cache: notePing(desk.learned.cache, startMs) }
  }
}

async function note(desk: Desk, usage: BilledUsage | undefined, model: AgentParts['model']): Promise<void> {
  const { sent, failed } = desk.keepAlives
  if (usage === undefined) {
    desk.keepAlives = { sent, failed: failed + 1 }
    return
  }
  desk.keepAlives = { sent: sent + 1, failed }
  desk.tally = tallyCall(desk.tally, usage, model.info)
  desk.owed.add(usage, model)
  await desk.owed.keep()
}
