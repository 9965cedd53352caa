import { type AssistantMessage, callsOf, type Message, type ToolMessage } from '@palimpsest/core/message'
import { isSynthetic } from '@palimpsest/core/wire'

/** A message and its place in the transcript. */
export interface PlacedMessage<M extends Message = Message> {
  readonly message: M
  readonly at: number
}

/** A result, the tool that gave it, and its place in the transcript. */
export interface ReplayedOutput {
  readonly tool: string
  readonly message: ToolMessage
  readonly at: number
}

/** The events around one call: tools answer, people speak, the model replies. The last step may have no reply. */
export interface ReplayStep {
  readonly results: readonly ReplayedOutput[]
  readonly others: readonly PlacedMessage[]
  readonly reply?: PlacedMessage<AssistantMessage>
}

/** Splits a transcript into its calls: each assistant message is one, unless a program wrote it. */
export function stepsOf(messages: readonly Message[]): readonly ReplayStep[] {
  const steps: ReplayStep[] = []
  const tools = toolNames(messages)
  let results: ReplayedOutput[] = []
  let others: PlacedMessage[] = []
  const close = (reply?: PlacedMessage<AssistantMessage>) => {
    steps.push({ results, others, ...(reply && { reply }) })
    results = []
    others = []
  }
  messages.forEach((message, at) => {
    if (message.role === 'assistant' && !isSynthetic(message)) close({ message, at })
    // A result that comes after someone spoke keeps its place.
    else if (message.role === 'tool' && others.length === 0)
      results.push({ tool: tools.get(message.callId) ?? '', message, at })
    else others.push({ message, at })
  })
  if (results.length > 0 || others.length > 0) close()
  return steps
}

function toolNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  return new Map(messages.flatMap((message) => callsOf(message).map(({ callId, name }) => [callId, name] as const)))
}
