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
}

export function createSpendGuard(
  ports: Pick<EnginePorts, 'now'>,
  models: readonly SummaryModel[],
  before: readonly Instant[],
): SpendGuard {
  const asked = [...before]
  const recent = () => asked.filter((at) => ports.now() - at < windowMs)
  const counted = models.map(
    (model): SummaryModel => ({
      name: model.name,
      contextTokens: model.contextTokens,
      write: (prompt, signal) => {
        asked.push(ports.now())
        return model.write(prompt, signal)
      },
    }),
  )
  return { askedAt: recent, models: () => (recent().length < mostCalls ? counted : []) }
}
