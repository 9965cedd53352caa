/** What a replay needs of the world, in memory and with ids that are the same in every run. */
import { setImmediate as breathe } from 'node:timers/promises'
import { createStoreLog, originalsOf } from '@palimpsest/core/compaction'
import { entryId } from '@palimpsest/core/log'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { createCompressor } from '@palimpsest/engines/compressor'

/** `create` makes the engine; `around` may put another in its place, made of the same ports. */
export function createReplayWorld({
  store,
  counter,
  summaryModels = [],
  create = createCompressor,
  around = (engine) => engine,
}) {
  let minted = 0
  const mint = () => `id-${minted++}`
  return {
    store,
    counter,
    summaryModels,
    createEngine: async (ports) =>
      around(
        create({
          ...ports,
          originals: (ids) => originalsOf(store, ids),
          log: createStoreLog(store, () => ports.conversation),
          howToRead: (number) => `Its original is message ${number}.`,
          howToRecall: 'The originals can be recalled by their numbers.',
          pause: () => Promise.resolve(),
          wait: () => new Promise(() => {}),
        }),
        ports,
      ),
    mint: {
      conversation: () => conversationId(mint()),
      session: () => sessionId(mint()),
      entry: () => entryId(mint()),
      run: mint,
    },
    admit: async (_, results) => results.map(({ message }) => message),
    pause: () => breathe(),
    elapsedMs: () => 0,
  }
}
