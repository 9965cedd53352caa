import type { ConversationId, EventLog, GatewayStore, Inbox, Outbox } from '@palimpsest/core/store'
import { createWatchers } from '../../watchers.ts'
import type { CoreClient } from '../worker/core-client.ts'

/** Inbox, outbox and events over calls to the core. Those who watch learn what this store did; others' work is found by looking. */
export function gatewayOver({ call }: CoreClient): Pick<GatewayStore, 'inbox' | 'outbox' | 'events'> {
  return { inbox: inboxOver(call), outbox: outboxOver(call), events: eventsOver(call) }
}

type Call = CoreClient['call']

function inboxOver(call: Call): Inbox {
  const watchers = createWatchers<void>()
  return {
    put: async (arrivals) => {
      const answers = await call('put', arrivals)
      watchers.notify()
      return answers
    },
    claim: (holder, most, ttlMs) => call('claimLanes', holder, most, ttlMs),
    take: (conversation, holder, ttlMs) => call('takeLane', conversation, holder, ttlMs),
    next: (lane) => call('nextArrival', lane),
    waiting: (source) => call('waitingArrival', source),
    done: (lane, no) => call('done', lane, no),
    release: (lane) => call('releaseLane', lane),
    yield: async (lane) => {
      await call('yieldLane', lane)
      watchers.notify()
    },
    renew: (holder, ttlMs) => call('renewLanes', holder, ttlMs),
    backlog: () => call('backlog', 'arrival'),
    watch: watchers.add,
  }
}

function outboxOver(call: Call): Outbox {
  const watchers = createWatchers<void>()
  return {
    add: async (pieces, lane) => {
      const isAdded = await call('addPieces', pieces, lane)
      watchers.notify()
      return isAdded
    },
    claim: (channels, holder, most, ttlMs) => call('claimPieces', channels, holder, most, ttlMs),
    began: (piece, holder, sentAs) => call('pieceBegan', piece, holder, sentAs),
    sent: (piece, holder, sentAs) => call('pieceSent', piece, holder, sentAs),
    failed: (piece, holder, failure) => call('pieceFailed', piece, holder, failure),
    backlog: () => call('backlog', 'piece'),
    watch: watchers.add,
  }
}

function eventsOver(call: Call): EventLog {
  const watchers = createWatchers<ConversationId>()
  return {
    append: async (conversation, events, at) => {
      const last = await call('appendEvents', conversation, events, at)
      watchers.notify(conversation)
      return last
    },
    after: (conversation, id, limit) => call('readEvents', conversation, id, limit),
    watch: watchers.add,
  }
}
