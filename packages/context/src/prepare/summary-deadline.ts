import type { SummaryModel } from '@palimpsest/core/engine'
import { thrownText } from './thrown-text.ts'

/** A model that does not answer within this time is not waited for: code writes. */
const summaryMs = 60_000

/**
 * Models of one compaction, which together are waited for only so long from the first question on, whether or not they
 * listen when they are told to stop.
 */
export function createDeadline(): (model: SummaryModel) => SummaryModel {
  let until: AbortSignal | undefined
  return (model) => ({
    name: model.name,
    contextTokens: model.contextTokens,
    write: (prompt, signal) => {
      until ??= AbortSignal.timeout(summaryMs)
      return answered(model, prompt, AbortSignal.any([signal, until]))
    },
  })
}

async function* answered(model: SummaryModel, prompt: string, signal: AbortSignal): AsyncGenerator<string> {
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  stopped.catch(() => undefined)
  signal.throwIfAborted()
  const pieces = model.write(prompt, signal)[Symbol.asyncIterator]()
  try {
    for (;;) {
      const piece = await Promise.race([pieces.next(), stopped])
      if (piece.done === true) return
      yield piece.value
    }
  } catch (error) {
    throw error instanceof Error ? error : new Error(thrownText(error))
  } finally {
    // Not awaited: a model that hangs would hang here, too.
    pieces.return?.().catch(() => undefined)
  }
}
