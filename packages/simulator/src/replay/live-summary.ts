import { textOf } from '@palimpsest/core/compaction'
import type { SummaryModel } from '@palimpsest/core/engine'
import { redactMessage } from '@palimpsest/core/redact'
import type { Usd } from './replay-result.ts'
import type { ReplayPressure, ReplayState } from './replay-state.ts'
import { replyAfterMs } from './timeline.ts'
import { addUsd } from './usd.ts'

/** Summaries on top of the request that is about to be compacted, whose prompt is cached. */
export interface LiveSummaries {
  /** Bills one of this length. */
  bill(outputTokens: number): void
  /** The cost of all of them. */
  costUsd(): Usd
  /** The model that writes them; absent where none is available. */
  readonly model?: SummaryModel
}

/** `undefined` where summaries are billed otherwise, nothing is cached any more, or the request is too long already. */
export function openLive(
  state: ReplayState,
  { trigger, promptTokens, budget }: ReplayPressure,
): LiveSummaries | undefined {
  const { options, ports, conversation, bills, timeline, counter } = state
  const startMs = timeline.now()
  if (options.fee.kind !== 'cached' || trigger === 'overflow' || !bills.isWarm(startMs)) return undefined
  const request = conversation.request()
  const { thresholdTokens, contextTokens } = budget
  const moment = { startMs, replyMs: startMs + replyAfterMs, isHuman: false, isFresh: false }
  let costUsd: Usd = 0
  const bill = (outputTokens: number) => {
    costUsd = addUsd(costUsd, bills.fork(request, { ...moment, promptTokens, thresholdTokens }, outputTokens))
  }
  const note = (outputTokens: number) => {
    bill(outputTokens)
    timeline.write(outputTokens)
  }
  const [writer] = ports.summaryModels
  if (writer === undefined) return { bill, costUsd: () => costUsd }
  async function* write(model: SummaryModel, question: string, signal: AbortSignal) {
    let said = ''
    const before = textOf(request.messages.map((message) => redactMessage(message)))
    try {
      for await (const piece of model.write(`${before}\n\n${question}`, signal)) {
        said += piece
        yield piece
      }
    } finally {
      if (said !== '') note(counter.part({ type: 'text', text: said }))
    }
  }
  const model: SummaryModel = {
    name: `${writer.name}, on the cached prompt`,
    contextTokens: contextTokens - promptTokens,
    write: (question, signal) => write(writer, question, signal),
  }
  return { bill, costUsd: () => costUsd, model }
}
