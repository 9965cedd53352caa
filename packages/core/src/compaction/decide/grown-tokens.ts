import type { Message } from '../../message/message.ts'
import type { SessionId } from '../../store/session.ts'
import type { StoredMessage } from '../../store/store.ts'
import type { Counter } from '../../tokens/count.ts'
import { promptTokens } from '../../tokens/usage.ts'

/**
 * The tokens of the next prompt of a session, by what the provider last reported for it plus an estimate of what came
 * since, the incoming messages included. System prompt and tools are part of what was reported. `undefined` where nothing
 * was reported since the view last changed.
 */
export function grownTokens(
  view: readonly StoredMessage[],
  session: SessionId,
  incoming: readonly Message[],
  counter: Counter,
): number | undefined {
  const at = view.findLastIndex(
    (entry) =>
      entry.session === session &&
      entry.message.role === 'assistant' &&
      entry.usage !== undefined &&
      promptTokens(entry.usage) !== undefined,
  )
  const reported = view[at]
  if (reported?.usage === undefined) return undefined
  const later = [...view.slice(at).map(({ message }) => message), ...incoming]
  return later.reduce((sum, message) => sum + counter.message(message), promptTokens(reported.usage) ?? 0)
}
