import { createHash, randomBytes } from 'node:crypto'
import { type ConversationId, conversationId } from '@palimpsest/core/store'
import type { Pool } from 'pg'
import { createWatchers } from '../../watchers.ts'
import { createListener } from './listener.ts'

/** Something that others may want to look at. */
export type Signal =
  | { readonly kind: 'inbox' }
  | { readonly kind: 'outbox' }
  | { readonly kind: 'events'; readonly conversation: ConversationId }

/** Hints between all stores on one schema, in this process and others. */
export interface Signals {
  /** The parameters of `pg_notify`, in the same transaction as what happened. */
  notification(signal: Signal): readonly [channel: string, payload: string]
  /** Notifies those in this process, who need not wait for the server. */
  notify(signal: Signal): void
  watchInbox(listener: () => void): () => void
  watchOutbox(listener: () => void): () => void
  watchEvents(listener: (conversation: ConversationId) => void): () => void
  end(): Promise<void>
}

export function createSignals(pool: Pool, schema: string): Signals {
  const [inbox, outbox] = [createWatchers<void>(), createWatchers<void>()]
  const events = createWatchers<ConversationId>()
  // Names of channels are short; stores in different schemas share nothing.
  const channel = `palimpsest_${createHash('sha256').update(schema).digest('hex').slice(0, 24)}`
  const self = randomBytes(6).toString('hex')
  const notify = (signal: Signal): void => {
    if (signal.kind === 'events') events.notify(signal.conversation)
    else if (signal.kind === 'inbox') inbox.notify()
    else outbox.notify()
  }
  const listener = createListener({
    pool,
    channel,
    onPayload: (payload) => {
      const signal = readPayload(payload, self)
      if (signal !== undefined) notify(signal)
    },
    onListening: () => {
      inbox.notify()
      outbox.notify()
    },
  })
  const watching =
    <T>(add: (each: (value: T) => void) => () => void) =>
    (each: (value: T) => void) => {
      listener.start()
      return add(each)
    }
  return {
    notification: (signal) => [
      channel,
      [self, signal.kind, 'conversation' in signal ? signal.conversation : ''].join(' '),
    ],
    notify,
    watchInbox: watching(inbox.add),
    watchOutbox: watching(outbox.add),
    watchEvents: watching(events.add),
    end: () => listener.end(),
  }
}

/** What another store said; a store was notified of its own doings when they were done. */
function readPayload(payload: string, self: string): Signal | undefined {
  const [sender, kind, ...rest] = payload.split(' ')
  if (sender === self) return undefined
  if (kind === 'inbox' || kind === 'outbox') return { kind }
  return kind === 'events' ? { kind, conversation: conversationId(rest.join(' ')) } : undefined
}
