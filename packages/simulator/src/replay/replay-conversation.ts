import { type CacheRequest, requestOfView } from '@palimpsest/core/cache'
import type { EntryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import type { Session, SessionStore } from '@palimpsest/core/store'
import { withoutThinking } from '@palimpsest/core/thinking'
import type { BilledUsage, Counter } from '@palimpsest/core/tokens'
import type { IdMint } from './replay-options.ts'
import { type Surroundings, systemMessage } from './synthetic-prompt.ts'

/** The conversation in its current state: kept in a store, and at hand as the next request. */
export interface ReplayConversation {
  /** The session that goes on. */
  session(): Session
  /** The request to send now. Its messages grow with what is said until a compaction, and are never cut. */
  request(): CacheRequest
  /** Of what would be sent now. */
  tokens(): number
  append(messages: readonly Message[], atMs: number, usage?: BilledUsage): Promise<void>
  /** Goes on with the view of a continuation. */
  adopt(session: Session): Promise<void>
  /** Changes the system prompt from now on. */
  addNote(note: string): void
}

export interface ReplayStorePorts {
  readonly store: SessionStore
  /** Counts what is sent. */
  readonly counter: Counter
  readonly mint: IdMint
  /** A message as it is sent. */
  send(message: Message): Message
  /** True when the model accepts thinking back only after the exact conversation it was written in. */
  binds(): boolean
}

/** Opens a conversation whose requests carry these surroundings. */
export async function openReplayConversation(
  ports: ReplayStorePorts,
  first: Session,
  surroundings: Surroundings,
): Promise<ReplayConversation> {
  const { store, counter, mint, send, binds } = ports
  const toolTokens = counter.request([], surroundings.tools)
  let around = surroundings
  /** The same object as long as its content is the same, so that billing a prompt need not compare it. */
  let opening = systemMessage(around)
  let session = first
  let frontier: number | undefined
  let messages = [...opening]
  let tokens = toolTokens + counter.request(messages)
  /** An id refers to what was first said under it, so a view is made of what was already sent. */
  const known = new Map<EntryId, Message>()
  const show = (shown: readonly Message[]) => {
    for (const message of shown) {
      messages.push(send(message))
      tokens += counter.message(message)
    }
  }
  return {
    session: () => session,
    tokens: () => tokens,
    request: () => ({ tools: around.tools, messages, ...(frontier !== undefined && { frontier }) }),
    append: async (said, atMs, usage) => {
      if (said.length === 0) return
      const entries = said.map((message) => ({ id: mint.entry(), message, ...(usage && { usage }) }))
      session = { ...session, ...(await store.append(session.id, session.nextSeq, entries, atMs)) }
      for (const { id, message } of entries) known.set(id, message)
      show(said)
    },
    adopt: async (next) => {
      session = next
      const view = await store.view(next.id)
      messages = [...opening]
      tokens = toolTokens + counter.request(messages)
      for (const { id, message } of view) if (!known.has(id)) known.set(id, message)
      const sent = view.map((entry) => ({ ...entry, message: known.get(entry.id) ?? entry.message }))
      const built = requestOfView(opening, sent, (entries) =>
        entries.map(({ message }) => (binds() ? withoutThinking(message) : message)),
      )
      frontier = built.frontier
      show(built.messages.slice(opening.length))
    },
    addNote: (note) => {
      const before = messages[0]?.role === 'system' ? messages[0] : undefined
      if (around.system !== undefined) around = { ...around, system: `${around.system}\n\n${note}` }
      opening = systemMessage(around)
      if (before === undefined) return
      messages = [{ ...before, parts: [...before.parts, { type: 'text', text: note }] }, ...messages.slice(1)]
    },
  }
}
