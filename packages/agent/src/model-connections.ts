import type { SummaryModel } from '@palimpsest/core/engine'
import type { BilledUsage } from '@palimpsest/core/tokens'
import { compactionFor } from './compaction-for.ts'
import type { Config } from './config/schema.ts'
import { createConnection, type LineSetup, type WantedModel } from './create-connection.ts'
import { isOnPrompt, type SummarySetup, summariesWith, summariserFor, summaryModelsFor } from './summary-models.ts'
import type { AgentModel, AgentParts, ModelConnection } from './turn/agent.ts'
import { fitModel } from './turn/request/fit-model.ts'

/** A model line, when to compress on it, who writes its summaries, and what is said about it. */
export interface ReadyConnection extends ModelConnection {
  readonly compaction: AgentParts['compaction']
  readonly summaryModels: readonly SummaryModel[]
  /** Notices for the user before the first message. */
  readonly notices: readonly string[]
  readonly shown: ShownModel
}

export interface ShownModel {
  readonly name: string
  readonly provider: string
  readonly contextTokens: number
  readonly maxTokens: number
  readonly cachingLine: string
  /** A note for the user about how the model is reached. */
  readonly hint?: string
  /** True when the size of the window is unknown: it is taken to be `contextTokens`. */
  readonly isWindowAssumed?: true
  /** True when the price of a call is unknown. */
  readonly isPriceUnknown?: true
}

export interface LinesSetup extends Pick<LineSetup, 'env' | 'channel' | 'watched'>, Pick<SummarySetup, 'byCommand'> {
  readonly config: Config
  /** Receives the usage of summaries. */
  onUsage(usage: BilledUsage, model: AgentModel): void
}

/** The ways to models that a run has opened. */
export interface ModelConnections {
  /** Returns the name of the variable when its key is missing. */
  reach(wanted: WantedModel): Promise<ReadyConnection | { readonly kind: 'no-key'; readonly name: string }>
  /** The line that a model came with. */
  of(model: AgentModel): ReadyConnection
}

/** A server that does not describe its model within this time is not asked any further. */
const reachMs = 10_000
/** Tools, system prompt and the first words of a conversation, about. */
const fixedTokens = 6_000

export function createModelConnections(setup: LinesSetup): ModelConnections {
  const { config, env, channel, byCommand, onUsage } = setup
  const watching = setup.watched && { watched: setup.watched }
  const known = new Map<AgentModel, ReadyConnection>()
  const { silence_timeout: silenceSeconds } = config.model
  return {
    reach: async (wanted) => {
      const how = { caching: config.prompt_caching, silenceSeconds, env, channel, ...watching }
      const created = await createConnection(wanted, how, AbortSignal.timeout(reachMs))
      if (created.kind === 'no-key') return created
      const { notices, ...summaries } = summariesWith(config.auxiliary.compression, wanted, env)
      const writers = { ...summaries, silenceSeconds, env, byCommand, onUsage, ...watching }
      const { cachingLine, isWindowAssumed, ...line } = created.connection
      const { name, contextTokens, maxTokens } = line.model
      const hint = wanted.hint === undefined ? {} : { hint: wanted.hint }
      const unsure = {
        ...hint,
        ...(isWindowAssumed && { isWindowAssumed }),
        ...(!line.model.info?.prices && { isPriceUnknown: true as const }),
      }
      let fitted = line.model
      const summaryModels = summaryModelsFor({ ...line, fitted: () => fitted }, writers)
      const ready: ReadyConnection = {
        ...line,
        onWindow: (tokens) => {
          fitted = fitModel(line.model, tokens)
        },
        compaction: compactionFor(config, line.model, {
          fixedTokens,
          summariser: summariserFor(writers.config, line.model),
        }),
        summaryModels,
        notices,
        summaryRoutes: summaryModels.map((each) => each.name),
        summariesOnPrompt: isOnPrompt(writers.config),
        shown: { name, provider: wanted.provider, contextTokens, maxTokens, cachingLine, ...unsure },
      }
      known.set(line.model, ready)
      return ready
    },
    of: (model) => {
      const connection = known.get(model)
      if (connection === undefined) throw new Error(`No line to ${model.name} was made.`)
      return connection
    },
  }
}
