import type { Shown } from '@palimpsest/core/engine'
import type { EntryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import type { Counter } from '@palimpsest/core/tokens'

/** Content the model no longer sees verbatim: a run of messages that are gone, or one that is shortened. */
export type Unseen =
  | {
      readonly kind: 'summarised' | 'left-out'
      /** Places in the transcript, from 0. */
      readonly from: number
      readonly to: number
      readonly tokens: number
    }
  | {
      readonly kind: 'shortened'
      readonly at: number
      readonly original: Message
      readonly now: Message
      /** For a result: which tool gave it. */
      readonly tool?: string
      readonly tokens: { readonly before: number; readonly after: number }
    }

/**
 * Compares two views by what the entries of the newer one represent, in the order of the older one. Without a
 * summary, an entry that represents several is a placeholder for them.
 */
export function findUnseen(
  before: readonly Shown[],
  after: readonly Shown[],
  counter: Counter,
  hasSummary: boolean,
): readonly Unseen[] {
  const shownBy = whoShows(after)
  const tools = toolNames(before)
  const found: Unseen[] = []
  for (const [at, { id, message }] of before.entries()) {
    const now = shownBy.get(id)
    if (now?.id === id) continue
    const tokens = counter.message(message)
    if (now !== undefined && isShortForm(now, message)) {
      const tool = message.role === 'tool' ? tools.get(message.callId) : undefined
      const counts = { before: tokens, after: counter.message(now.message) }
      const named = tool === undefined ? {} : { tool }
      found.push({ kind: 'shortened', at, original: message, now: now.message, ...named, tokens: counts })
    } else {
      extend(found, hasSummary && now !== undefined ? 'summarised' : 'left-out', at, tokens)
    }
  }
  return found
}

function whoShows(after: readonly Shown[]): ReadonlyMap<EntryId, Shown> {
  return new Map(after.flatMap((item) => (item.standsFor ?? [item.id]).map((id) => [id, item] as const)))
}

function isShortForm({ standsFor = [], message }: Shown, original: Message): boolean {
  return standsFor.length === 1 && message.role === original.role
}

function toolNames(messages: readonly Shown[]): ReadonlyMap<string, string> {
  return new Map(
    messages.flatMap(({ message }) =>
      message.parts.flatMap((part) => (part.type === 'tool-call' ? [[part.callId, part.name] as const] : [])),
    ),
  )
}

/** Joins a message to the run that it continues. */
function extend(found: Unseen[], kind: 'summarised' | 'left-out', at: number, tokens: number): void {
  const last = found.at(-1)
  if (last?.kind === kind && last.to === at - 1)
    found[found.length - 1] = { ...last, to: at, tokens: last.tokens + tokens }
  else found.push({ kind, from: at, to: at, tokens })
}
