import { prepareCompaction } from '@palimpsest/core/compaction'
import { bindsThinking } from '@palimpsest/core/models'
import type { SessionId } from '@palimpsest/core/store'
import type { AgentParts } from '../agent.ts'
import { routeOf } from '../request/request.ts'
import type { TurnConversation } from '../turn-conversation.ts'
import type { BackgroundPreparation, NearPressure } from './background-preparation.ts'
import { besideView } from './beside-view.ts'
import { nextTools } from './next-tools.ts'
import { turnBudget } from './turn-pressure.ts'

/** From this share of the threshold on a compaction is near enough to be prepared for, unless the engine says otherwise. */
const nearShare = 0.5

/** What is prepared for, and who is told. */
export interface PreparedConversation {
  readonly session: SessionId
  readonly conversation: TurnConversation
  /** Called when models have been asked, whatever came of it. */
  paid(): Promise<void>
}

export function createPrepareAhead({ session, conversation, paid }: PreparedConversation): BackgroundPreparation {
  let stop = new AbortController()
  let running: Promise<void> | undefined
  let isWaiting = false

  async function prepare(parts: AgentParts, near: NearPressure, signal: AbortSignal) {
    const { store, model, provider, summaryRoutes } = parts
    const { promptTokens } = near
    const budget = turnBudget(parts, { ...near, trigger: 'preflight', isReported: false })
    const beside = besideView(parts, await store.compressionTip(session), await nextTools(parts, conversation))
    const binds = bindsThinking(model.name, model.info)
    const live = await near.live?.()
    const routes = [...(live ? [live.name] : []), ...summaryRoutes]
    const pressure = { promptTokens, route: routeOf(provider.route, model.name), summaryRoutes: routes }
    const request = { session, trigger: 'preflight', budget, ...beside, bindsThinking: binds, pressure } as const
    const isKept = await prepareCompaction(parts, { ...request, ...(live && { live }) }, signal).finally(paid)
    if (isKept) isWaiting = true
  }

  return {
    begin: (parts, near) => {
      const { engine, compaction } = parts
      if (engine.prepare === undefined || !compaction.enabled) return false
      if (running !== undefined) return true
      const { thresholdTokens } = turnBudget(parts, { ...near, trigger: 'preflight', isReported: false })
      if (near.promptTokens < thresholdTokens * (engine.preparation?.fromShare ?? nearShare)) return false
      // What fails here is tried again, at the latest when somebody waits for it.
      running = prepare(parts, near, stop.signal)
        .catch(() => {})
        .finally(() => {
          running = undefined
        })
      return true
    },
    underWay: () => running,
    isWaiting: () => isWaiting,
    used: () => {
      isWaiting = false
    },
    end: async () => {
      stop.abort()
      stop = new AbortController()
      await running
      isWaiting = false
    },
  }
}
