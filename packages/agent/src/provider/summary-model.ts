import type { BilledUsage, SummaryModel } from '@palimpsest/core'
import type { Provider } from './provider.ts'

export interface SummaryModelOptions {
  readonly model: string
  /** Read anew for each summary: a provider may have stated a smaller window meanwhile. */
  size(): { readonly contextTokens: number; readonly maxTokens: number }
  /** Hears what each summary took. */
  readonly onUsage?: (usage: BilledUsage) => void
}

/** A provider's model as a writer of summaries: what it says arrives as it is said, so that silence can be told from work. */
export function createSummaryModel(provider: Provider, options: SummaryModelOptions): SummaryModel {
  const { model, size, onUsage } = options
  return {
    name: `${provider.route} ${model}`,
    get contextTokens() {
      return size().contextTokens
    },
    write: (prompt, signal) =>
      write(provider, { model, maxTokens: size().maxTokens, prompt, ...(onUsage && { onUsage }) }, signal),
  }
}

interface Writing {
  readonly model: string
  readonly maxTokens: number
  readonly prompt: string
  readonly onUsage?: (usage: BilledUsage) => void
}

async function* write(
  provider: Provider,
  { model, maxTokens, prompt, onUsage }: Writing,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const pieces: string[] = []
  let wake = () => {}
  const messages = [{ role: 'user', parts: [{ type: 'text', text: prompt }] } as const]
  const onText = (text: string) => {
    pieces.push(text)
    wake()
  }
  let ended = false
  const asking = provider
    .ask({ model, messages, tools: [], maxTokens }, (delta) => delta.kind === 'text' && onText(delta.text), signal)
    .finally(() => {
      ended = true
      wake()
    })
  // Whoever stops listening early must not leave an error that nobody catches.
  asking.catch(() => undefined)
  while (!ended || pieces.length > 0) {
    const piece = pieces.shift()
    if (piece !== undefined) yield piece
    else
      await new Promise<void>((resolve) => {
        wake = resolve
        if (ended || pieces.length > 0) resolve()
      })
  }
  onUsage?.((await asking).usage)
}
