import { type Budget, deriveBudget } from '@palimpsest/core/budget'
import { compactSession, createStoreLog, originalsOf, type SessionOutcome } from '@palimpsest/core/compaction'
import type { EnginePorts, Json, LogEntry, Shown } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { createCounter } from '@palimpsest/core/tokens'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { createLcm } from '../lcm.ts'

/** A conversation in a real store, with the engine beside it and its tools at hand. */
export interface LcmToolStand {
  readonly store: SessionStore
  say(messages: readonly Message[]): Promise<void>
  compress(budget: Budget): Promise<SessionOutcome>
  view(): Promise<readonly Shown[]>
  tool(name: string, input: Json): Promise<ToolReply>
}

/** An answer of a tool, taken apart. */
export interface ToolReply {
  readonly scope: string
  readonly truncated: string
  /** Undefined where it says none. */
  readonly next?: string
  readonly notes: readonly string[]
  readonly body: string
}

/** When the first message was said; each later one a minute after the one before. */
export const firstSaid = Date.UTC(2026, 0, 2, 3, 4)

export async function createLcmToolStand(
  store: SessionStore = createMemoryStore(),
  whole?: (entry: LogEntry) => Promise<LogEntry>,
): Promise<LcmToolStand> {
  let minted = 0
  const mint = () => `id-${minted++}`
  const root = sessionId(mint())
  await store.begin({ id: root, conversation: conversationId('talk'), at: 0 })
  const ports: EnginePorts = {
    mintId: () => entryId(mint()),
    originals: (ids) => originalsOf(store, ids),
    log: createStoreLog(store, () => conversationId('talk'), whole === undefined ? {} : { whole }),
    howToRead: (number) => `Read it with lcm_read("${number}").`,
    howToRecall: 'Search what was said with lcm_grep.',
    pause: () => Promise.resolve(),
    now: () => 0,
    wait: (ms) => (ms < 60_000 ? Promise.resolve() : new Promise(() => {})),
    summaryModels: [],
  }
  const engine = createLcm(ports)
  const tip = () => store.compressionTip(root)
  let said = 0
  const view = async (): Promise<readonly Shown[]> => store.view((await tip()).id)
  return {
    store,
    view,
    say: async (messages) => {
      for (const message of messages) {
        const { id, nextSeq } = await tip()
        await store.append(id, nextSeq, [{ id: entryId(mint()), message }], firstSaid + 60_000 * said++)
      }
    },
    compress: async (budget) =>
      compactSession(
        { store, engine, counter: createCounter(), now: () => 0, mintSession: () => sessionId(mint()) },
        { session: root, trigger: 'overflow', budget, overheadTokens: 0 },
        new AbortController().signal,
      ),
    tool: async (name, input) => {
      const tool = engine.tools?.find((each) => each.name === name)
      const parts = await tool?.run(input, await view(), new AbortController().signal)
      const [only] = parts ?? []
      return readReply(only?.type === 'text' ? only.text : '')
    },
  }
}

/** Small enough that some dozens of messages are compacted. */
export function tinyBudget(contextTokens = 8_000): Budget {
  return deriveBudget({ contextTokens })
}

/** Throws where an answer is not as it is documented. */
export function readReply(text: string): ToolReply {
  const end = text.indexOf('\n---\n')
  const [scope = '', truncated = '', next = '', ...notes] = text.slice(0, end).split('\n')
  const labels = [scope, truncated, next].map((line) => line.slice(0, line.indexOf(': ')))
  if (end === -1 || labels.join() !== 'scope,truncated,next')
    throw new Error(`no answer of a tool: ${text.slice(0, 200)}`)
  const cursor = next.slice('next: '.length)
  return {
    scope: scope.slice('scope: '.length),
    truncated: truncated.slice('truncated: '.length),
    ...(cursor !== 'none' && { next: cursor }),
    notes: notes.map((note) => note.slice('note: '.length)),
    body: text.slice(end + '\n---\n'.length),
  }
}
