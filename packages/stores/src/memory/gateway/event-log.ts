import { type ConversationId, checkNewIds, type EventLog, keptEvents } from '@palimpsest/core/store'
import { createWatchers } from '../../watchers.ts'
import type { UseTables } from '../state.ts'
import type { GatewayTables } from './gateway-tables.ts'

export function createMemoryEvents(use: UseTables, { events: logs }: GatewayTables): EventLog {
  const watchers = createWatchers<ConversationId>()
  return {
    append: async (conversation, events, at) => {
      const last = await use(() => {
        checkNewIds([conversation])
        const log = logs.get(conversation) ?? []
        for (const event of events) log.push({ id: (log.at(-1)?.id ?? 0) + 1, at, event: structuredClone(event) })
        log.splice(0, Math.max(0, log.length - keptEvents))
        logs.set(conversation, log)
        return log.at(-1)?.id ?? 0
      })
      watchers.notify(conversation)
      return last
    },
    after: (conversation, id, limit) =>
      use(() => (logs.get(conversation) ?? []).filter((each) => each.id > id).slice(0, limit)),
    watch: watchers.add,
  }
}
