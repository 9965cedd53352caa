/** Those who want to know that something happened. */
export interface Watchers<T> {
  add(listener: (value: T) => void): () => void
  /** A listener's own failure concerns neither the write that it learns of nor the other listeners. */
  notify(value: T): void
}

export function createWatchers<T>(): Watchers<T> {
  const listeners = new Map<symbol, (value: T) => void>()
  return {
    add: (listener) => {
      const key = Symbol('listener')
      listeners.set(key, listener)
      return () => void listeners.delete(key)
    },
    notify: (value) => {
      for (const listener of listeners.values()) {
        try {
          listener(value)
        } catch {
          // It was only a hint: whoever missed it looks by themselves before long.
        }
      }
    },
  }
}
