import { entryId } from '@palimpsest/core/log'
import type { ConversationId, GatewayStore } from '@palimpsest/core/store'

/** Two arrivals and two pieces that wait in a conversation, and three events of it. */
export async function fillGateway(store: GatewayStore, conversation: ConversationId): Promise<void> {
  const names = ['one', 'two'] as const
  await store.inbox.put(
    names.map((name) => ({ entry: entryId(`in-${name}`), conversation, source: name, body: { text: name }, at: 1 })),
  )
  await store.outbox.add(
    names.map((key) => ({ key, conversation, channel: 'web', thread: 't', body: { text: key }, at: 1 })),
  )
  await store.events.append(conversation, [1, 2, 3], 1)
}
