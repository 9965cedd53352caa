import { createListLog } from '../contract/list-log.ts'
import type { EnginePorts, Shown, SummaryModel } from '../contract/occasion.ts'
import { emptyLedger, type Ledger } from '../ledger/ledger.ts'
import { entryId } from '../log/entry.ts'
import type { Message } from '../message/message.ts'
import { assistant, call, result, user } from '../testing/build.ts'
import { createCounter } from '../tokens/count.ts'
import { type SummaryRequest, summarise } from './summarise.ts'

export const show = (messages: readonly Message[]): readonly Shown[] =>
  messages.map((message, index) => ({ id: entryId(`e${index}`), message, index }))

export interface Timer {
  readonly ms: number
  ring(): void
}

/** Rests are over at once; deadlines pass only when they are rung. */
const shortMs = 60_000

export function portsWith(summaryModels: readonly SummaryModel[], timers: Timer[] = []): EnginePorts {
  return {
    mintId: () => entryId('new'),
    originals: async () => [],
    log: createListLog(() => []),
    howToRead: (number) => `read ${number}`,
    howToRecall: 'recall("words")',
    pause: async () => undefined,
    now: () => 0,
    wait: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        if (ms < shortMs) resolve()
        timers.push({ ms, ring: () => (signal.aborted ? undefined : resolve()) })
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
    summaryModels,
  }
}

export type Reply = (prompt: string, attempt: number, signal: AbortSignal) => string | AsyncIterable<string>

/** A model that answers as told, and remembers what it was asked. */
export function model(reply: Reply, contextTokens = 100_000, name = 'aux') {
  const prompts: string[] = []
  const written: SummaryModel & { readonly prompts: string[] } = {
    name,
    contextTokens,
    prompts,
    async *write(prompt, signal) {
      prompts.push(prompt)
      const said = reply(prompt, prompts.length, signal)
      if (typeof said === 'string') yield said
      else yield* said
    },
  }
  return written
}

/** Repeats every fact that it is shown. */
export const perfect: Reply = (prompt) =>
  `## Critical Context\n${[...new Set(prompt.match(/FACT-\d+/g))].map((fact) => `- ${fact}`).join('\n')}`

/** Facts in everything that can hold one. */
export function talk(
  turns: number,
  firstFact = 1_000,
  filler = 'some words that fill the room and say nothing of interest\n'.repeat(6),
) {
  const messages: Message[] = []
  let fact = 0
  const next = () => `FACT-${firstFact + fact++}`
  for (let i = 0; i < turns; i++)
    messages.push(
      user(`Please look into ${next()}. ${filler}`),
      assistant(`I will, because of ${next()}.`, call('run', { command: `grep ${next()} src`, filler }, `c${i}`)),
      result(`c${i}`, `${filler}\nError: ${next()} failed with exit 1\n${filler}\n${next()}`),
      assistant(`It was ${next()}. ${filler}`),
    )
  return { messages: show(messages), facts: Array.from({ length: fact }, (_, i) => `FACT-${firstFact + i}`) }
}

const counter = createCounter()
export const ask = (more: Partial<SummaryRequest> = {}): SummaryRequest => ({
  messages: talk(10).messages,
  ledger: emptyLedger,
  targetTokens: 2_000,
  counter,
  ...more,
})
export const signal = () => new AbortController().signal
export const run = (request: SummaryRequest, ...models: readonly SummaryModel[]) =>
  summarise(request, portsWith(models), signal())

const constraint = { entry: entryId('e0'), at: 0, state: 'standing' as const }
export const ledger: Ledger = {
  ...emptyLedger,
  read: 40,
  constraints: [
    { ...constraint, text: 'Never push to main.' },
    { ...constraint, text: 'Use tabs.', state: 'cancelled' },
  ],
  commands: [{ entry: entryId('e1'), at: 1, command: 'npm test', exitCode: 1, outcome: '3 failed', times: 2 }],
  files: [{ entry: entryId('e1'), at: 1, path: 'src/a.ts', touch: 'changed', times: 3 }],
}
