import type { SummaryModel } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import { readSaid } from '../wire/read-said.ts'
import type { ModelWindow } from './model-window.ts'
import type { HistoryRequest } from './prepare-history.ts'
import type { PrepareOptions } from './prepared.ts'
import { bodyWith, type ReadBody } from './read-body.ts'

/** More than the question for a summary takes. */
const questionTokens = 3_000

/**
 * The conversation's own model as a writer of summaries: the question follows the request as it would be sent, so that all
 * but the question is read from the provider's cache. `undefined` where nothing would fit on top.
 */
export function liveModel(
  read: ReadBody,
  ask: NonNullable<PrepareOptions['ask']>,
  model: ModelWindow,
): NonNullable<HistoryRequest['live']> {
  return ({ messages }, leftTokens): SummaryModel | undefined => {
    if (leftTokens < model.budget.summaryTokens + questionTokens) return undefined
    return {
      name: model.name,
      contextTokens: leftTokens,
      write: async function* (prompt, signal) {
        const question: Message = { role: 'user', parts: [{ type: 'text', text: prompt }] }
        const shown = { messages: [...messages, question], isPlain: false, isMarked: false }
        const reply = await ask({ ...bodyWith(read, shown), stream: false }, signal)
        if (isCut(reply)) throw new Error('The answer was cut off.')
        for (const { parts } of readSaid(reply, read.recognised.format).messages)
          for (const part of parts) if (part.type === 'text') yield part.text
      },
    }
  }
}

/** A summary that ends early is none. */
function isCut(reply: object): boolean {
  const { stop_reason, choices, status } = reply as {
    readonly stop_reason?: string
    readonly choices?: readonly { readonly finish_reason?: string }[]
    readonly status?: string
  }
  return stop_reason === 'max_tokens' || choices?.[0]?.finish_reason === 'length' || status === 'incomplete'
}
