import { isObject, type Json } from '../json.ts'
import type { SessionStore } from '../store/store.ts'
import type { ChannelPauses, Pauses } from './cache-memory.ts'
import type { CacheChannel } from './cache-route.ts'

/** Adds a conversation to what is known of its channel. */
export function learnChannel(known: ChannelPauses | undefined, pauses: Pauses): ChannelPauses {
  const { conversations, turns, long, lost = 0 } = known ?? { conversations: 0, turns: 0, long: 0 }
  const allLost = lost + (pauses.lost ?? 0)
  return {
    conversations: conversations + 1,
    turns: turns + pauses.turns,
    long: long + pauses.long,
    ...(allLost > 0 && { lost: allLost }),
  }
}

/** The scope in which a store keeps how long people pause, by channel. */
const scope = 'agent/pauses'

type State = Pick<SessionStore['state'], 'get' | 'set'>

/** Reads pauses of earlier conversations on a channel; a cache should live as long as its people usually think. */
export async function readPauses(state: State, channel: CacheChannel): Promise<ChannelPauses | undefined> {
  return readable(await state.get(scope, channel).catch(() => undefined))
}

/** Adds the pauses of a conversation; where that fails, the next one shows as much. */
export async function keepPauses(state: State, channel: CacheChannel, pauses: Pauses): Promise<void> {
  if (pauses.turns === 0) return
  const learned = learnChannel(await readPauses(state, channel), pauses)
  await state.set(scope, channel, { ...learned }).catch(() => undefined)
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
