import type { SummaryModel } from '@palimpsest/core/engine'
import { isFailure } from '@palimpsest/core/errors'
import type { Message } from '@palimpsest/core/message'
import type { BilledUsage } from '@palimpsest/core/tokens'
import type { ModelCall, Provider } from './provider.ts'

export interface SummaryModelOptions {
  readonly model: string
  /** Read anew for each summary: a provider may have stated a smaller window meanwhile. */
  size(): { readonly contextTokens: number; readonly maxTokens: number }
  /** A request that the model has cached: what it is asked follows on it. @default it is asked that alone */
  readonly live?: Pick<ModelCall, 'messages' | 'tools'>
  /** Receives the usage of each summary. */
  readonly onUsage?: (usage: BilledUsage) => void
}

/** A provider's model as a writer of summaries: text is streamed, so silence can be distinguished from work. */
export function createSummaryModel(provider: Provider, options: SummaryModelOptions): SummaryModel {
  const { model, size, onUsage, live = { messages: [], tools: [] } } = options
  const asked = (prompt: string): ModelCall => ({
    model,
    messages: [...live.messages, said(prompt)],
    tools: live.tools,
    maxTokens: size().maxTokens,
  })
  return {
    name: `${provider.route} ${model}${options.live ? ', on its own prompt' : ''}`,
    get contextTokens() {
      return size().contextTokens
    },
    write: (prompt, signal) => write(provider, { asked: asked(prompt), ...(onUsage && { onUsage }) }, signal),
  }
}

function said(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] }
}

interface Writing extends Pick<SummaryModelOptions, 'onUsage'> {
  readonly asked: ModelCall
}

async function* write(provider: Provider, { asked, onUsage }: Writing, signal: AbortSignal): AsyncGenerator<string> {
  const pieces: string[] = []
  let wake = () => {}
  const onText = (text: string) => {
    pieces.push(text)
    wake()
  }
  let ended = false
  const asking = provider
    // Thinking is work, too: an empty piece tells that, and says nothing.
    .ask(asked, (delta) => onText(delta.kind === 'text' ? delta.text : ''), signal)
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
  const { usage, stop } = await asking.catch((error: unknown) => {
    if (isFailure(error, 'provider/refused') && error.detail.usage) onUsage?.(error.detail.usage)
    throw error
  })
  onUsage?.(usage)
  // Half a summary looks like a whole one that says little.
  if (stop === 'length' || stop === 'window') throw new Error(`The answer was cut off at ${asked.maxTokens} tokens.`)
}
