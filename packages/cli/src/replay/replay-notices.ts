import { createCatalogue } from '@palimpsest/core/models'
import type { Replayed } from '../compose.ts'
import { said } from '../terminal/said.ts'

/** Returns the notices a replay needs so that its figures are not taken for more than they are. */
export function replayNotices({ calls, contextLength }: Replayed): readonly string[] {
  if (calls.length === 0) return ['No model replied in it, so nothing was replayed: each reply is one call.']
  const catalogue = createCatalogue()
  const windows = new Map(calls.map(({ model }) => [model, catalogue.find(model)?.contextTokens ?? contextLength]))
  return [...windows].flatMap(([model, window]) => {
    const isPassed =
      window < contextLength && calls.some((call) => call.model === model && call.unmanagedTokens > window)
    return isPassed ? [narrowWords(model, window, contextLength)] : []
  })
}

/** One window is used for all models of a file. */
function narrowWords(model: string, window: number, contextLength: number): string {
  const size = (tokens: number) => tokens.toLocaleString('en-US')
  return `${said(model, 80)} takes ${size(window)} tokens, but was replayed with a window of ${size(contextLength)}: it would have refused sooner (--context-length ${window}).`
}
