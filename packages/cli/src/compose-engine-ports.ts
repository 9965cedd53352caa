import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { keptOutputs } from '@palimpsest/agent/kept'
import { createStoreLog, originalsOf } from '@palimpsest/core/compaction'
import type { EnginePorts, SummaryModel } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import { resultsFolderName } from '@palimpsest/core/output'
import type { ConversationId, SessionStore } from '@palimpsest/core/store'
import { uuidv7 } from 'uuidv7'
import { ownClock } from './runtime/runtime-setup.ts'
import { readKept } from './store/kept-file.ts'

/** The world of an engine in a live conversation; long outputs are kept below the folder of results. */
export function liveEnginePorts(
  store: SessionStore,
  summaryModels: () => readonly SummaryModel[],
  results: string,
): (conversation: ConversationId) => EnginePorts {
  return (conversation) => portsFor(store, conversation, { summaryModels, results })
}

interface PortSources {
  readonly summaryModels: () => readonly SummaryModel[]
  readonly results: string
}

function portsFor(
  store: SessionStore,
  conversation: ConversationId,
  { summaryModels, results }: PortSources,
): EnginePorts {
  const folders = [join(results, resultsFolderName(conversation))]
  return {
    get summaryModels() {
      return summaryModels()
    },
    mintId: () => entryId(uuidv7()),
    originals: (ids) => originalsOf(store, ids),
    offersTools: true,
    log: createStoreLog(store, () => conversation, {
      whole: async (entry) => {
        const { message } = await keptOutputs.wholeMessage(entry.message, (file) => readKept(file, folders))
        return { ...entry, message }
      },
    }),
    howToRead: (number) => `Read the whole with read_original("${number.replace('#', '')}").`,
    howToRecall: 'The originals are kept: search them with recall, read one by its number with read_original.',
    pause: () => setImmediate(),
    now: ownClock.now,
    wait: ownClock.wait,
  }
}
