import type { LeaseStore } from '@palimpsest/core/store'
import { createWakeLoop } from '../timing/wake-loop.ts'
import { createWakeSources } from '../timing/wake-sources.ts'
import type { Channel, PutInbound } from './channel.ts'

export interface HoldChannelDeps {
  readonly leases: LeaseStore
  readonly put: PutInbound
  readonly holder: string
  readonly ttlMs: number
  readonly now: () => number
  readonly onFault: (error: unknown) => void
}

/** A channel that receives while this process may. */
export interface HeldChannel {
  start(): void
  stop(): Promise<void>
}

/** Starts a channel; one that only one process may have, whenever its lease is ours, and stops it when it is not. */
export function holdChannel(deps: HoldChannelDeps, channel: Channel): HeldChannel {
  const { leases, holder, ttlMs, now, onFault } = deps
  const lease = `channel:${channel.name}`
  const sources = createWakeSources()
  let isStarted = false
  let isStopped = true
  let heldUntil = 0

  /** While the store cannot say whose the lease is, it is ours until it runs out. */
  async function isOurs(): Promise<boolean> {
    if (isStopped) return false
    if (channel.isExclusive !== true) return true
    const until = now() + ttlMs
    try {
      heldUntil = (await leases.take(lease, holder, until, now())) ? until : 0
    } catch (error) {
      onFault(error)
    }
    return heldUntil > now()
  }

  const loop = createWakeLoop(async () => {
    const mayReceive = await isOurs()
    if (mayReceive === isStarted) return
    if (mayReceive) await channel.start(deps.put)
    else await channel.stop()
    isStarted = mayReceive
  }, onFault)

  return {
    start: () => {
      isStopped = false
      sources.every(ttlMs / 3, loop.wake)
      loop.wake()
    },
    stop: async () => {
      isStopped = true
      sources.stop()
      loop.wake()
      await loop.settled()
      if (channel.isExclusive === true) await leases.release(lease, holder)
    },
  }
}
