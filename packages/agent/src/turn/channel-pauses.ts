import { type CacheMemory, type ChannelPauses, isObject, type Json, learnChannel } from '@palimpsest/core'
import type { AgentParts } from './agent.ts'

/** Where the store keeps how long people pause, by channel. */
const scope = 'agent/pauses'

/** What earlier conversations on this channel showed; a cache should live as long as its people usually think. */
export async function readPauses({ store, caching }: AgentParts): Promise<ChannelPauses | undefined> {
  return readable(await store.state.get(scope, caching.route.channel).catch(() => undefined))
}

/** Adds what this conversation showed; where that fails, the next one tells as much. */
export async function keepPauses(parts: AgentParts, memory: CacheMemory): Promise<void> {
  if (memory.pauses.turns === 0) return
  const pauses = learnChannel(await readPauses(parts), memory)
  await parts.store.state.set(scope, parts.caching.route.channel, { ...pauses }).catch(() => undefined)
}

function readable(stored: Json | undefined): ChannelPauses | undefined {
  if (!isObject(stored)) return undefined
  // Who stored nothing of silences that outlive an hour had not counted them yet.
  const { conversations, turns, long, lost = 0 } = stored
  const isSound = [conversations, turns, long, lost].every((count) => typeof count === 'number' && count >= 0)
  if (!isSound) return undefined
  const counted = { conversations: Number(conversations), turns: Number(turns), long: Number(long) }
  return lost === 0 ? counted : { ...counted, lost: Number(lost) }
}
