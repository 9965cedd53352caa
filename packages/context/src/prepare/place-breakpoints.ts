import { cachingFor, planCache } from '@palimpsest/core/cache'
import type { Message } from '@palimpsest/core/message'
import { type CallerMarks, countMarks } from '../wire/caller-marks.ts'
import type { WireFormat } from '../wire/wire-body.ts'
import type { ContextParts, LineState } from './conversation-memory.ts'
import type { ModelWindow } from './model-window.ts'
import type { ShownLine } from './show-line.ts'

/** A request whose breakpoints may be ours to set. */
export interface MarkRequest {
  readonly state: LineState
  readonly shown: ShownLine
  readonly format: WireFormat
  readonly model: ModelWindow
  readonly marks: CallerMarks
  readonly promptTokens: number
}

/** Providers refuse more. */
const mostMarks = 4

/**
 * Sets breakpoints where the model honours them and the caller set none, or wants ours. Instructions and tools are the
 * caller's and stay as they are: what precedes the first message is cached with it. `undefined` where none are ours.
 */
export function placeBreakpoints(
  { settings, now }: ContextParts,
  { state, shown, format, model, marks, promptTokens }: MarkRequest,
): readonly Message[] | undefined {
  const wanted = settings.caching ?? (marks.beside + marks.inHistory > 0 ? 'keep' : 'plan')
  const choice = cachingFor(model.name, { provider: providerOf(format, model.name) }, model.info)
  if (wanted === 'keep' || choice.kind !== 'enabled') return undefined
  const { messages, frontier } = shown
  const planned = planCache(
    {
      messages,
      ...(frontier !== undefined && { frontier }),
      ...(format === 'openai-chat' && { format }),
    },
    {
      startMs: now(),
      isHuman: messages.at(-1)?.role === 'user',
      promptTokens,
      thresholdTokens: model.budget.thresholdTokens,
    },
    { memory: state.cache, route: { channel: 'agent', ttls: choice.ttls } },
  )
  state.cache = planned.memory
  return fewerMarks(planned.request.messages, mostMarks - marks.beside)
}

/** Claude is reached by its own API, by the AI SDK, which passes marks on to whom they concern, or by OpenRouter. */
function providerOf(format: WireFormat, model: string): string {
  if (format === 'anthropic' || format === 'ai-sdk') return 'anthropic'
  return format === 'openai-chat' && model.includes('/') ? 'openrouter' : 'none'
}

/** The last ones are where the next request reads, so the first go. */
function fewerMarks(messages: readonly Message[], most: number): readonly Message[] {
  let spare = countMarks(messages) - Math.max(0, most)
  if (spare <= 0) return messages
  return messages.map((message) => {
    if (spare <= 0 || countMarks([message]) === 0) return message
    spare--
    return unmarked(message)
  })
}

function unmarked(message: Message): Message {
  const parts = message.parts.map(({ breakpoint: _, ...part }) => part)
  if (message.role !== 'tool') return { ...message, parts } as Message
  const { breakpoint: _, ...bare } = message
  return { ...bare, parts } as Message
}
