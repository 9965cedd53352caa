import type { EnginePorts, Instant, SummaryModel } from '@palimpsest/core/engine'

/** So many calls to summary models in so long: more than any session needs, far less than a loop would make. */
const mostCalls = 120
const windowMs = 3_600_000

/** Counts the calls to summary models, and lends them only as long as they are not too many. */
export interface SpendGuard {
  /** The models that may be asked now; none when too much was asked lately. */
  models(): readonly SummaryModel[]
  /** When models were asked within the window of time that counts. */
  askedAt(): readonly Instant[]
  /** Counts calls that were written down earlier, by whomever. */
  remember(before: readonly Instant[]): void
}

/** One for as long as an engine lives: what is asked while it prepares is written down only at the next compaction. */
export function createSpendGuard(ports: Pick<EnginePorts, 'now' | 'summaryModels'>): SpendGuard {
  let asked: Instant[] = []
  const recent = () => {
    const now = ports.now()
    asked = asked.filter((at) => now - at < windowMs)
    return [...asked]
  }
  const counted = (model: SummaryModel): SummaryModel => ({
    name: model.name,
    contextTokens: model.contextTokens,
    write: (prompt, signal) => {
      asked.push(ports.now())
      return model.write(prompt, signal)
    },
  })
  return {
    askedAt: recent,
    // Read anew each time: who writes summaries changes with the model.
    models: () => (recent().length < mostCalls ? ports.summaryModels.map(counted) : []),
    remember: (before) => {
      asked = [...before.filter((at) => !asked.includes(at)), ...asked]
    },
  }
}
