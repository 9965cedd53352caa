import type { Backlog, Inbox } from '@palimpsest/core/store'

/** Tells how much waits in the inbox, without asking the store each time. */
export interface InboxPressure {
  backlog(): Promise<Backlog>
  /** True when so much waits that nothing more is taken. */
  isHigh(): Promise<boolean>
}

/** So old may the number be: it changes by thousands in a second at most. */
const freshMs = 250

export function createInboxPressure(inbox: Inbox, maxWaiting: number, now: () => number): InboxPressure {
  let asked: Promise<Backlog> | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  const backlog = () => {
    if (asked === undefined || now() - askedAt >= freshMs) {
      askedAt = now()
      asked = inbox.backlog()
      // Who asks hears of a failure; the next one asks anew.
      asked.catch(() => {
        asked = undefined
      })
    }
    return asked
  }
  return { backlog, isHigh: async () => (await backlog()).waiting >= maxWaiting }
}
