import type { SessionStore } from '@palimpsest/core/store'
import { createCounter } from '@palimpsest/core/tokens'
import { expect } from 'vitest'
import { createContext } from './create-context.ts'
import { anthropicHost as host, words } from './host.arbitrary.ts'
import type { ContextEvent } from './options/context-options.ts'

/** A store of which every nth call is done otherwise. */
export function disturbed(
  store: SessionStore,
  every: number,
  disturb: (call: () => Promise<unknown>) => Promise<unknown>,
): SessionStore {
  let calls = 0
  const guard = <T extends object>(inner: T): T =>
    new Proxy(inner, {
      get: (target, key, receiver) => {
        const value: unknown = Reflect.get(target, key, receiver)
        if (key === 'state' || key === 'leases') return guard(value as object)
        if (typeof value !== 'function') return value
        return (...given: readonly unknown[]) => {
          const call = async () => Reflect.apply(value, target, given)
          return ++calls % every === 0 ? disturb(call) : call()
        }
      },
    })
  return guard(store)
}

/** The window of the agent below. */
export const window = 12_000
const steps = 30
const counter = createCounter()

/** An agent that reads a file in every step, far beyond its window, and is started anew in the middle of it. */
export async function runAgent(store: SessionStore, events: ContextEvent[]) {
  const history: object[] = [host.user('Read all files.')]
  const opened = () => createContext({ store, contextLength: window, onEvent: (event) => events.push(event) })
  let context = await opened()
  for (let step = 0; step < steps; step++) {
    // A restart in between has to read all of it back.
    if (step === steps / 2) {
      await context.close()
      context = await opened()
    }
    const chat = context.conversation('c')
    const given = JSON.stringify(history)
    const { body } = await chat.prepare(host.body([...history]))
    expect(JSON.stringify(history)).toBe(given)
    expect(host.faults(body)).toEqual([])
    expect(counter.part({ type: 'text', text: JSON.stringify(body) }), `step ${step}`).toBeLessThan(window)
    const { reply, kept } = host.calls(`call_${step}`)
    await chat.observe(reply)
    history.push(...kept, host.result(`call_${step}`, words(step, 200)))
  }
  await context.conversation('c').prepare(host.body([...history]))
  await context.close()
  return history
}
