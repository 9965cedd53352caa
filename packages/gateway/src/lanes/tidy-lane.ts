import { isFailure } from '@palimpsest/core/errors'
import type { Arrival } from '@palimpsest/core/store'
import type { GatewayAgent } from '../agents/gateway-agent.ts'
import { heeded, UnheededAbort } from '../timing/heeded.ts'
import type { LaneContext } from './lane-context.ts'
import type { LaneRun } from './lane-run.ts'

/** How often it looks by itself whether something arrived: hints may be lost. */
const lookMs = 1_000

/**
 * Lets the agent compact while nobody waits. It gives way as soon as something arrives for the conversation, which is
 * then returned.
 */
export async function tidyLane(context: LaneContext, run: LaneRun, agent: GatewayAgent): Promise<Arrival | undefined> {
  const { inbox } = context.store
  const giveWay = new AbortController()
  let arrived: Promise<Arrival | undefined> = Promise.resolve(undefined)
  let isLooking = false
  const look = () => {
    if (isLooking || giveWay.signal.aborted) return
    isLooking = true
    arrived = inbox
      .next(run.lane)
      .catch(() => undefined)
      .then((arrival) => {
        isLooking = false
        if (arrival !== undefined) giveWay.abort()
        return arrival
      })
  }
  const unwatch = inbox.watch(look)
  const timer = setInterval(look, lookMs)
  try {
    const signal = AbortSignal.any([run.signal, giveWay.signal])
    await heeded(agent.tidy(signal), signal)
  } catch (error) {
    if (error instanceof UnheededAbort) run.stop('stopping')
    if (!giveWay.signal.aborted && !run.signal.aborted && !isFailure(error, 'store/fenced')) context.onFault(error)
  } finally {
    unwatch()
    clearInterval(timer)
  }
  return arrived
}
