/** The part of the Chat SDK's `StateAdapter` that adapters use. */
export type InertState = Readonly<Record<string, (...args: readonly never[]) => Promise<unknown>>>

/**
 * A state that holds nobody up and drops nothing: every lock is free, every key is new. Repeats are the inbox's to
 * find, for an adapter would take a message for a repeat whose first put had failed.
 *
 * It remembers only for whoever got it. An adapter that gathers the parts of an album in its state would acknowledge
 * all of them and put them together later; so each part is put by itself, before it is acknowledged.
 */
export function inertState(): InertState {
  const values = new Map<string, unknown>()
  const lists = new Map<string, readonly unknown[]>()
  const forget = async (key: string) => {
    values.delete(key)
    lists.delete(key)
  }
  const nothing = async () => undefined
  const yes = async () => true
  return {
    connect: nothing,
    disconnect: nothing,
    subscribe: nothing,
    unsubscribe: nothing,
    isSubscribed: yes,
    setIfNotExists: yes,
    extendLock: yes,
    releaseLock: nothing,
    forceReleaseLock: nothing,
    acquireLock: async (threadId: string, ttlMs: number) => ({
      threadId,
      token: 'inert',
      expiresAt: Date.now() + ttlMs,
    }),
    get: async (key: string) => values.get(key) ?? null,
    set: async (key: string, value: unknown) => void values.set(key, value),
    delete: forget,
    getList: async (key: string) => lists.get(key) ?? [],
    appendToList: async (key: string, value: unknown) => void lists.set(key, [...(lists.get(key) ?? []), value]),
    enqueue: async () => 0,
    dequeue: async () => null,
    queueDepth: async () => 0,
  }
}
