import { type ScriptedReply, scripted } from '@palimpsest/simulator'
import { createSimulator, type SimulatorOptions } from '@palimpsest/simulator/server'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { createContext } from './create-context.ts'
import { words } from './host.arbitrary.ts'
import type { ContextEvent, ContextOptions } from './options/context-options.ts'

/** A model of 32,000 tokens that reads a file in each of so many steps, thinks before it, and then is done. */
export function readingModel(steps: number): readonly ScriptedReply[] {
  const reads = Array.from({ length: steps }, (_, i) => ({
    thinking: `Let me look at file ${i}, which should be next.`,
    text: `Reading ${i}.`,
    calls: [{ name: 'read', input: { path: `f${i}.txt` } }],
  }))
  return [...reads, 'Done.', 'Done again.']
}

/** What the tool of an agent finds in a file. */
export function fileText(path: string): string {
  return words(Number(/\d+/.exec(path)?.[0] ?? 0), 400)
}

export interface ProviderDeskOptions {
  readonly model: string
  readonly steps?: number
  readonly context?: ContextOptions
  readonly simulator?: SimulatorOptions
}

/** A simulated provider, a context, and all that was sent through `fetch` of the desk. */
export async function providerDesk({ model, steps = 60, context: options, simulator: simulated }: ProviderDeskOptions) {
  const simulator = await createSimulator({
    model: scripted(readingModel(steps)),
    models: [{ id: model, contextTokens: 32_000 }],
    ...simulated,
  })
  const events: ContextEvent[] = []
  const store = createMemoryStore()
  const context = await createContext({
    store,
    contextLength: 32_000,
    onEvent: (event) => events.push(event),
    ...options,
  })
  const bodies: string[] = []
  const fetch: typeof globalThis.fetch = (input, init) => {
    bodies.push(String(init?.body))
    return globalThis.fetch(input, init)
  }
  return {
    ...{ simulator, context, events, store, bodies, fetch },
    refused: () => simulator.calls.filter(({ status }) => status !== 200),
    kinds: (kind: ContextEvent['kind']) => events.filter((event) => event.kind === kind),
    close: async () => {
      await context.close()
      await simulator.close()
    },
  }
}

/** Bodies as lists of messages, without breakpoints, for which is the beginning of which. */
export function historiesOf(bodies: readonly string[]): readonly (readonly string[])[] {
  return bodies.map((body) => {
    const { messages, input } = JSON.parse(body, (key, value) => (key === 'cache_control' ? undefined : value)) as {
      readonly messages?: readonly object[]
      readonly input?: readonly object[]
    }
    return (messages ?? input ?? []).map((message) => JSON.stringify(message))
  })
}

/** How many of the bodies do not begin with the one before. */
export function countBreaks(bodies: readonly string[]): number {
  const histories = historiesOf(bodies)
  return histories.filter((history, i) => (histories[i - 1] ?? []).some((message, at) => history[at] !== message))
    .length
}
