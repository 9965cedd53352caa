/** A conversation in a real store with an engine beside it: it is told messages, and compacted when that is due. */
import { setImmediate as breathe } from 'node:timers/promises'
import { compactSession, createStoreLog, originalsOf } from '@palimpsest/core/compaction'
import { entryId } from '@palimpsest/core/log'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { createCounter } from '@palimpsest/core/tokens'
import { createCompressor } from '@palimpsest/engines/compressor'
import { createLcm } from '@palimpsest/engines/lcm'

export const engines = { lcm: createLcm, compressor: createCompressor }

const never = new AbortController().signal
const minuteMs = 60_000

/** `name` is that of the conversation too; ids of one conversation are its own. */
export async function openTalk(store, { name, engineName, budget }) {
  const counter = createCounter()
  const conversation = conversationId(name)
  const root = sessionId(name)
  let minted = 0
  const mint = () => `${name}-${minted++}`
  let now = Date.UTC(2026, 0, 2, 3, 4)
  let { nextSeq } = await store.begin({ id: root, conversation, at: now })
  let tip = root
  const log = createStoreLog(store, () => conversation)
  const engine = engines[engineName]({
    mintId: () => entryId(mint()),
    originals: (ids) => originalsOf(store, ids),
    log,
    offersTools: true,
    howToRead: (number) => `Read it with read_original("${number}").`,
    howToRecall: 'recall finds what was said before, read_original("#12") shows it word for word.',
    pause: () => breathe(),
    now: () => now,
    wait: () => new Promise(() => {}),
    summaryModels: [],
  })
  const host = { store, engine, counter, now: () => now, mintSession: () => sessionId(mint()) }
  return {
    conversation,
    engine,
    counter,
    log,
    view: () => store.view(tip),
    tip: () => tip,
    say: async (messages) => {
      now += minuteMs
      const entries = messages.map((message) => ({ id: entryId(mint()), message }))
      const progress = await store.append(tip, nextSeq, entries, now)
      nextSeq = progress.nextSeq
    },
    compact: async (trigger = 'preflight') => {
      const outcome = await compactSession(host, { session: tip, trigger, budget, overheadTokens: 0 }, never)
      if (outcome.kind === 'failed') throw outcome.failure
      if (outcome.kind === 'committed') {
        tip = outcome.session.id
        nextSeq = outcome.session.nextSeq
      }
      return outcome
    },
    /** Runs a tool of the engine as an agent would, which has read the view before; answers with its text. */
    use: async (tool, input, view) => {
      const shown = view ?? (await store.view(tip))
      const parts = await engine.tools.find((each) => each.name === tool).run(input, shown, never)
      return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    },
  }
}

/** Says messages in groups, and compacts as soon as they reach the threshold; tokens are kept count of, not counted anew. */
export async function sayAll(talk, groups, budget) {
  let tokens = 0
  let compactions = 0
  for (const group of groups) {
    await talk.say(group)
    tokens += talk.counter.request(group)
    if (tokens < budget.thresholdTokens) continue
    const outcome = await talk.compact('overflow')
    if (outcome.kind !== 'committed') continue
    compactions++
    tokens = outcome.receipt.tokens.after
  }
  return compactions
}
