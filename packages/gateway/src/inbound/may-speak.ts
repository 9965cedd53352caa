import type { Inbound } from '../channels/channel.ts'

/** Who may speak on a channel: it is enough to be in one of the lists. `*` in a list lets everybody in. */
export interface ChannelAccess {
  /** Ids of people on the platform. */
  readonly users?: readonly string[]
  /** Chats, with all threads in them. */
  readonly threads?: readonly string[]
}

const everybody = '*'

/** True when an inbound message may be taken. Without a list nobody may: each message costs money. */
export function maySpeak({ from, thread }: Inbound, { users = [], threads = [] }: ChannelAccess = {}): boolean {
  if (users.includes(everybody) || threads.includes(everybody) || users.includes(from)) return true
  return threads.some((chat) => thread === chat || thread.startsWith(`${chat}:`))
}
