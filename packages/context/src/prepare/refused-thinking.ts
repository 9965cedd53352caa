import type { Json } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import { afterRefusal, findRefused, hasSeal, withoutThinking } from '@palimpsest/core/thinking'
import { viewOf } from '../lines/line.ts'
import { storedView } from '../lines/line-store.ts'
import type { ContextParts, ConversationMemory } from './conversation-memory.ts'
import { nearestLine } from './follow-host.ts'
import type { BodyReading } from './read-body.ts'
import { keepThinking, sessionThinking } from './show-line.ts'

/** Thinking that a provider refused in a body: from the place that it names on, or all. */
export interface RefusedThinking {
  readonly place?: string
  readonly body: object
}

/** Where nobody knows whether the conversation was compacted before, only the thinking of the newest turn is safe. */
export function withoutOldThinking(messages: readonly Message[]): readonly Message[] {
  const turn = messages.findLastIndex(({ role }) => role === 'user')
  if (!messages.slice(0, Math.max(0, turn)).some(hasSeal)) return messages
  return messages.flatMap((message, at) => {
    const words = at < turn ? withoutThinking(message) : message
    return words !== message && words.parts.length === 0 ? [] : [words]
  })
}

/** Remembers that thinking was refused, so that no later request of the session carries it. */
export async function omitRefusedThinking(
  parts: ContextParts,
  memory: ConversationMemory,
  { history }: BodyReading,
  { place: named, body }: RefusedThinking,
): Promise<void> {
  const nearest = nearestLine(memory, history.messages)
  if (nearest === undefined) return
  const { line } = nearest.state
  const view = viewOf(line, nearest.common)
  const stored = storedView(line, view, history.messages)
  const messages = stored.map(({ message }) => message)
  const at = named === undefined ? undefined : findRefused(named, body as Json, messages)
  const record = await sessionThinking(parts, nearest.state, view.stage.session)
  const from = at === undefined ? undefined : stored[at]?.id
  keepThinking(memory, nearest.state, view.stage.session, afterRefusal(record, stored, from))
}
