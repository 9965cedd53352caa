import type { SummaryModel } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import { type ReadReply, readSaid } from '../wire/read-said.ts'
import type { ModelWindow } from './model-window.ts'
import type { PrepareOptions } from './prepared.ts'
import { type BodyReading, bodyWith, type WrittenHistory } from './read-body.ts'

/** More than the question for a summary takes. */
const questionTokens = 3_000

/** How the conversation's own model is asked, and who hears what was counted for its answers. */
export interface OwnAsking {
  readonly model: ModelWindow
  /** Taken by instructions and tools. */
  readonly besideTokens: number
  readonly ask: NonNullable<PrepareOptions['ask']>
  tell(counted: Pick<ReadReply, 'usage' | 'model'>): void
}

/** The messages of a request, and whether its breakpoints are ours. */
type Shown = Pick<WrittenHistory, 'messages' | 'isMarked'>

/** The conversation's own model as a writer of summaries. */
export interface OwnModel {
  /**
   * On top of the request as it would be sent, so that all but the question is read from the provider's cache. `undefined`
   * where nothing would fit there.
   */
  onTop(shown: Shown, leftTokens: number): SummaryModel | undefined
  /** On its own, to be shown what it missed when code had to write. */
  readonly aside: SummaryModel
}

export function ownModel(read: BodyReading, asking: OwnAsking): OwnModel {
  const { name, budget, contextTokens, maxTokens } = asking.model
  return {
    onTop: (shown, leftTokens) => {
      if (leftTokens < budget.summaryTokens + questionTokens) return undefined
      return {
        name,
        contextTokens: leftTokens,
        write: (prompt, signal) => answer(read, asking, { shown, prompt, signal }),
      }
    },
    aside: {
      name,
      contextTokens: Math.max(1_000, contextTokens - maxTokens - asking.besideTokens),
      write: (prompt, signal) => answer(read, asking, { shown: { messages: [], isMarked: false }, prompt, signal }),
    },
  }
}

interface Question {
  readonly shown: Shown
  readonly prompt: string
  readonly signal: AbortSignal
}

async function* answer(
  read: BodyReading,
  { ask, tell }: OwnAsking,
  { shown: { messages, isMarked }, prompt, signal }: Question,
): AsyncGenerator<string> {
  const question: Message = { role: 'user', parts: [{ type: 'text', text: prompt }] }
  const body = bodyWith(read, { messages: [...messages, question], isPlain: false, isMarked })
  const reply = await ask(unstreamed(body), signal)
  const said = readSaid(reply, read.recognised.format)
  if (Object.keys(said.usage).length > 0) tell(said)
  if (isCut(reply)) throw new Error('The answer was cut off.')
  for (const { parts } of said.messages) for (const part of parts) if (part.type === 'text') yield part.text
}

/** The whole answer is wanted at once; what only a stream may be asked for is refused without one. */
function unstreamed(body: object): object {
  const {
    stream,
    stream_options: _,
    ...left
  } = body as { readonly stream?: unknown; readonly stream_options?: unknown }
  return stream === undefined ? body : { ...left, stream: false }
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
