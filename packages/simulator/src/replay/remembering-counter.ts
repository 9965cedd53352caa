import type { Counter, Message, Part } from '@palimpsest/core'

/**
 * Counts what another counter counts, each text once: a store gives back copies, and compactions look at all of them
 * again. What was counted is remembered as long as the counter lives.
 */
export function createRememberingCounter(counter: Counter): Counter {
  const texts = new Map<string, number>()
  const parts = new WeakMap<Part, number>()
  const messages = new WeakMap<Message, number>()
  const part = (value: Part): number => {
    if (value.type === 'text') return recall(texts, value.text, () => counter.part(value))
    return recall(parts, value, () => counter.part(value))
  }
  const message = (value: Message): number =>
    recall(messages, value, () =>
      value.parts.reduce((sum, each) => sum + part(each), counter.message({ ...value, parts: [] })),
    )
  return {
    part,
    message,
    tool: counter.tool,
    request: (all, tools) => all.reduce((sum, each) => sum + message(each), counter.request([], tools)),
  }
}

interface Memory<Key> {
  get(key: Key): number | undefined
  set(key: Key, value: number): unknown
}

function recall<Key>(memory: Memory<Key>, key: Key, count: () => number): number {
  const known = memory.get(key)
  if (known !== undefined) return known
  const counted = count()
  memory.set(key, counted)
  return counted
}
