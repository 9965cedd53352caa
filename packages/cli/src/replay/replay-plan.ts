import type { CacheChannel, CacheRoute, ChannelPauses, Ttl } from '@palimpsest/core/cache'
import type { Transcript } from '@palimpsest/core/message'
import { createCatalogue, isSameModel, type ModelInfo } from '@palimpsest/core/models'
import { recordedPauses } from '@palimpsest/core/recorded'
import type { ReplayFee, ReplayGap, ReplayModel, ReplayPlan } from '../compose.ts'
import { budgetFor, type WindowOptions } from '../compress/budget-for.ts'
import { nearestModelHint } from '../errors/nearest-model.ts'
import { cacheStrategies, cacheTtls, triggers } from '../options/choices.ts'
import { commandDefaults, defaultGapText } from '../options/command-defaults.ts'
import type { Io } from '../terminal/io.ts'
import { said } from '../terminal/said.ts'

/** The command-line options for replaying a transcript. */
export interface PlanOptions extends WindowOptions {
  readonly systemTokens?: number
  readonly trigger?: ReplayPlan['trigger']
  readonly cacheStrategy?: ReplayPlan['strategy']
  readonly cacheTtl?: Ttl | 'auto'
  readonly keepAlive?: boolean
  readonly price?: string
  readonly gap?: ReplayGap
  readonly channel?: CacheChannel
  readonly summarizerCost?: ReplayFee
  readonly views?: boolean
}

/** Values that only the run knows. */
export interface PlanContext {
  readonly file: string
  /** True when a model writes summaries. */
  readonly hasModel: boolean
  readonly startMs: number
  /** The pauses of people in earlier conversations. */
  readonly known?: ChannelPauses
}

/** Prices for a transcript that names no model. */
const commonModel = 'claude-sonnet-5-5'

/** Resolves everything that was left open; assumptions are reported. */
export function planFor(transcript: Transcript, options: PlanOptions, context: PlanContext, io: Io): ReplayPlan {
  const chosen = options.price ?? options.model
  const { contextTokens } = budgetFor(transcript, sizedBy(transcript, options), io)
  const wanted = options.gap ?? commandDefaults.gap
  const pauses = wanted.kind === 'recorded' ? recordedPauses(transcript) : undefined
  const gap = wanted.kind === 'recorded' && pauses === undefined ? assumeGap(io) : wanted
  const known = context.known && { known: context.known }
  const billed = (modelName: string): ReplayModel => {
    const model = findModel(modelName, io)
    return { modelName, ...(model && { model }), route: { ...routeOf(options, gap, model), ...known } }
  }
  const main = billed(chosen ?? transcript.model ?? assumeModel(io))
  return {
    file: context.file,
    ...main,
    ...(chosen === undefined && { writers: writersOf(transcript, main, billed) }),
    window: { contextTokens, ...(options.maxTokens !== undefined && { maxTokens: options.maxTokens }) },
    budget: knobs(options),
    trigger: options.trigger ?? triggers[0],
    strategy: options.cacheStrategy ?? cacheStrategies[0],
    gap,
    fee: options.summarizerCost ?? { kind: context.hasModel ? 'main' : 'none' },
    systemTokens: options.systemTokens ?? 0,
    views: options.views ?? false,
    startMs: context.startMs,
    ...(pauses && { recordedPausesMs: pauses }),
  }
}

/** Returns the authors of the replies, if the file names them. An alias and its snapshot are one model. */
function writersOf(
  { messages }: Transcript,
  main: ReplayModel,
  billed: (name: string) => ReplayModel,
): ReadonlyMap<string, ReplayModel> {
  const writers = new Map<string, ReplayModel>()
  for (const message of messages) {
    const name = message.role === 'assistant' ? message.model : undefined
    if (name === undefined || writers.has(name)) continue
    const same = [main, ...writers.values()].find(({ modelName }) => isSameModel(modelName, name))
    writers.set(name, same ?? billed(name))
  }
  return writers
}

/** By which model the window is known. */
export function sizedBy(transcript: Transcript, options: PlanOptions): WindowOptions {
  const model = options.model ?? transcript.model ?? options.price
  return { ...options, ...(model !== undefined && { model }) }
}

function assumeModel(io: Io): string {
  io.err(`The file names no model: prices of ${commonModel} are used (--price).\n`)
  return commonModel
}

function assumeGap(io: Io): ReplayGap {
  io.err(`The file tells no times: pauses are drawn as those of people (--gap ${defaultGapText}).\n`)
  return commandDefaults.gap
}

function findModel(name: string, io: Io): ModelInfo | undefined {
  const model = createCatalogue().find(name)
  if (model?.prices === undefined)
    io.err(
      `The price of ${said(name, 80)} is not known, so no cost is told; name a model that has one with --price.${nearestModelHint(name)}\n`,
    )
  return model
}

function routeOf(
  { cacheTtl = cacheTtls[0], keepAlive, channel }: PlanOptions,
  gap: ReplayGap,
  model?: ModelInfo,
): CacheRoute {
  const { input, cacheRead } = model?.prices ?? {}
  const ttls = model?.caching?.kind === 'breakpoints' ? { ttls: model.caching.ttls } : {}
  return {
    channel: channel ?? channelOf(gap),
    ...ttls,
    ...(cacheTtl !== 'auto' && { pinned: cacheTtl }),
    ...(input !== undefined && cacheRead !== undefined && { readRate: cacheRead / input }),
    keepAlive: keepAlive ?? false,
  }
}

/** Returns who pauses like that. */
function channelOf(gap: ReplayGap): CacheChannel {
  if (gap.kind === 'recorded') return 'agent'
  if (gap.kind === 'fixed') return gap.seconds < 60 ? 'headless' : 'agent'
  switch (gap.name) {
    case 'fast':
      return 'headless'
    case 'human':
      return 'agent'
    case 'gateway':
      return 'chat'
  }
}

function knobs({ threshold, targetRatio, protectLastN, protectFirstN }: PlanOptions): ReplayPlan['budget'] {
  return {
    ...(threshold !== undefined && { threshold }),
    ...(targetRatio !== undefined && { targetRatio }),
    ...(protectLastN !== undefined && { protectLastN }),
    ...(protectFirstN !== undefined && { protectFirstN }),
  }
}
