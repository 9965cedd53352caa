import type { ConversationLog, EnginePorts, SummaryModel } from '@palimpsest/core/engine'

/** Ports that report when an engine was last active: an engine that uses them is at work. */
export interface WatchedPorts {
  readonly ports: EnginePorts
  idleMs(): number
  touch(): void
  /** A model whose use counts as activity. */
  watched(model: SummaryModel): SummaryModel
}

/** A large prompt on a slow machine keeps a model busy for long before its first word. */
const modelGraceMs = 10 * 60_000

export function watchPorts(ports: EnginePorts, now: () => number = Date.now): WatchedPorts {
  let last = now()
  let asked = 0
  const touch = () => {
    last = now()
  }
  const watched = (model: SummaryModel): SummaryModel => ({
    name: model.name,
    contextTokens: model.contextTokens,
    async *write(prompt, signal) {
      asked++
      touch()
      try {
        for await (const text of model.write(prompt, signal)) {
          touch()
          yield text
        }
      } finally {
        asked--
        touch()
      }
    },
  })
  return {
    touch,
    watched,
    idleMs: () => Math.max(0, now() - last - (asked > 0 ? modelGraceMs : 0)),
    ports: {
      mintId: () => ports.mintId(),
      originals: (ids) => heard(touch, () => ports.originals(ids)),
      log: watchedLog(ports.log, touch),
      ...(ports.offersTools !== undefined && { offersTools: ports.offersTools }),
      howToRead: (number) => ports.howToRead(number),
      howToRecall: ports.howToRecall,
      ...(ports.onProgress && { onProgress: (done, total) => ports.onProgress?.(done, total) }),
      pause: () => heard(touch, () => ports.pause()),
      now: () => ports.now(),
      wait: (ms, signal) => heard(touch, () => ports.wait(ms, signal)),
      // Read anew each time: who writes summaries changes with the model.
      get summaryModels() {
        return ports.summaryModels.map(watched)
      },
    },
  }
}

function watchedLog(log: ConversationLog, touch: () => void): ConversationLog {
  return {
    size: () => heard(touch, () => log.size()),
    entries: (ids) => heard(touch, () => log.entries(ids)),
    originals: (from, limit) => heard(touch, () => log.originals(from, limit)),
    search: (text, limit) => heard(touch, () => log.search(text, limit)),
    whole: (entry) => heard(touch, () => log.whole(entry)),
  }
}

async function heard<T>(touch: () => void, work: () => Promise<T>): Promise<T> {
  touch()
  try {
    return await work()
  } finally {
    touch()
  }
}
