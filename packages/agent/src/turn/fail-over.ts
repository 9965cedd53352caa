import { forgetCached } from '@palimpsest/core/cache'
import type { Refusal } from '@palimpsest/core/overflow'
import type { ModelConnection } from './agent.ts'
import type { AskOutcome } from './ask-model.ts'
import { tellModel } from './tell-model.ts'
import type { Learned, TurnContext } from './turn-context.ts'

/** The run on its second model, with what still holds of all that was learned. */
export interface FailedOver {
  readonly context: TurnContext
  readonly learned: Learned
}

/** Goes on with the second model where the first is down; `undefined` where that would not help, or there is none. */
export async function failOver(
  context: TurnContext,
  { refusal, message, learned }: Extract<AskOutcome, { kind: 'given-up' }>,
): Promise<FailedOver | undefined> {
  const { parts, onEvent } = context
  if (!isDown(refusal)) return undefined
  const connection = await reach(context)
  if (connection === undefined) return undefined
  const { fallback: _, ...others } = parts
  const next = { ...others, ...connection }
  onEvent({ kind: 'notice', text: notice(connection, parts.model.name, message) })
  context.onConnection(next)
  tellModel(next, learned, onEvent)
  // What the other provider has cached is not known here: breakpoints are planned anew.
  return { context: { ...context, parts: next }, learned: { ...learned, cache: forgetCached(learned.cache) } }
}

/** A second model that cannot be reached either is reported, and the first one's refusal remains. */
async function reach({ parts, onEvent }: TurnContext): Promise<ModelConnection | undefined> {
  try {
    return await parts.fallback?.()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    onEvent({ kind: 'notice', text: `The model that should stand in is not available: ${why}.` })
    return undefined
  }
}

function notice({ model }: ModelConnection, before: string, message: string): string {
  return `${before} is not available: ${message} Going on with ${model.name}.`
}

/** Another model can answer what this one could not; a request that is wrong is wrong for both. */
function isDown({ kind }: Refusal): boolean {
  switch (kind) {
    case 'auth':
    case 'quota':
    case 'rate-limited':
    case 'overloaded':
    case 'network':
    case 'certificate':
    case 'timeout':
    case 'not-found':
    case 'unknown':
      return true
    case 'input-too-long':
    case 'output-too-long':
    case 'body-too-large':
    case 'malformed':
    case 'seal-refused':
    case 'content-filter':
      return false
  }
}
