import { prepareCompaction } from '@palimpsest/core/compaction'
import { bindsThinking } from '@palimpsest/core/models'
import type { SessionId } from '@palimpsest/core/store'
import type { AgentParts } from '../agent.ts'
import type { TurnConversation } from '../turn-conversation.ts'
import { besideView } from './beside-view.ts'
import { nextTools } from './next-tools.ts'
import { type TurnPressure, turnBudget } from './turn-pressure.ts'

/** Lets the engine work ahead while nobody waits for it. */
export interface PrepareAhead {
  /** Begins where that is due and nothing is under way; returns at once. */
  begin(parts: AgentParts, pressure: Pick<TurnPressure, 'promptTokens' | 'contextTokens'>): void
  /** Stops what is under way, and waits until it has. */
  end(): Promise<void>
}

/** From this share of the threshold on a compaction is near enough to be prepared for. */
const nearShare = 0.5

export function createPrepareAhead(session: SessionId, conversation: TurnConversation): PrepareAhead {
  let stop = new AbortController()
  let running: Promise<void> | undefined

  async function prepare(parts: AgentParts, { promptTokens, contextTokens }: Parameters<PrepareAhead['begin']>[1]) {
    const { store, model } = parts
    const budget = turnBudget(parts, { trigger: 'preflight', promptTokens, isReported: false, contextTokens })
    const beside = besideView(parts, await store.compressionTip(session), await nextTools(parts, conversation))
    const binds = bindsThinking(model.name, model.info)
    const request = { session, trigger: 'preflight', budget, ...beside, bindsThinking: binds } as const
    await prepareCompaction(parts, request, stop.signal)
  }

  return {
    begin: (parts, pressure) => {
      const { engine, model, compaction } = parts
      if (engine.prepare === undefined || !compaction.enabled || running !== undefined) return
      const { thresholdTokens } = turnBudget(
        { model, compaction },
        { ...pressure, trigger: 'preflight', isReported: false },
      )
      if (pressure.promptTokens < thresholdTokens * nearShare) return
      // What fails here is tried again, at the latest when somebody waits for it.
      running = prepare(parts, pressure)
        .catch(() => {})
        .finally(() => {
          running = undefined
        })
    },
    end: async () => {
      stop.abort()
      await running
      stop = new AbortController()
    },
  }
}
