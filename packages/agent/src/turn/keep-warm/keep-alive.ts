import { nextPing, notePing } from '@palimpsest/core/cache'
import type { BilledUsage } from '@palimpsest/core/tokens'
import type { AgentParts } from '../agent.ts'
import type { AgentState } from '../agent-state.ts'
import { tallyCall } from '../usage/turn-tally.ts'
import type { Rest, Sent } from './rest.ts'

/** Sends the last prompt again shortly before the cache would forget it, as often as that pays. */
export function keepAlive(state: AgentState): Rest {
  const waiting = new AbortController()
  const asking = new AbortController()
  const { sent } = state
  if (sent !== undefined) {
    const signals = { waiting: waiting.signal, asking: asking.signal }
    // Whatever goes wrong here costs a rewrite at most, and is nobody's concern.
    pingOn(state, sent, signals).catch(() => undefined)
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

async function pingOn(state: AgentState, { asked, parts }: Sent, { waiting, asking }: Signals): Promise<void> {
  const { provider, caching, rest, now, model } = parts
  if (rest === undefined || provider.warm === undefined || caching.strategy === 'none') return
  while (!waiting.aborted && state.learned !== undefined) {
    const next = nextPing(state.learned.cache, now(), 'person', caching.route)
    if (next.kind === 'stop') return
    const restMs = next.atMs - now()
    // A machine may sleep longer than it was told to, so what to do is decided anew after each wait.
    if (restMs > 0) await rest(restMs, waiting)
    if (restMs > 0) continue
    const startMs = now()
    const usage = await provider.warm(asked, asking).catch(() => undefined)
    await note(state, usage, model)
    if (usage === undefined || waiting.aborted) return
    state.learned = { ...state.learned, cache: notePing(state.learned.cache, startMs) }
  }
}

async function note(state: AgentState, usage: BilledUsage | undefined, model: AgentParts['model']): Promise<void> {
  const { sent, failed } = state.keepAlives
  if (usage === undefined) {
    state.keepAlives = { sent, failed: failed + 1 }
    return
  }
  state.keepAlives = { sent: sent + 1, failed }
  state.tally = tallyCall(state.tally, usage, model.info)
  state.unbilled.add(usage, model)
  await state.unbilled.keep()
}
