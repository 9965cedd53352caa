import type { CompactionCosts } from '@palimpsest/core/cache'
import type { SummaryModel } from '@palimpsest/core/engine'
import { createCatalogue } from '@palimpsest/core/models'
import type { BilledUsage } from '@palimpsest/core/tokens'
import type { Config } from './config/schema.ts'
import type { PlainConnection, WantedModel } from './create-connection.ts'
import { createProvider } from './create-provider.ts'
import { keyFor, keyNames } from './key-names.ts'
import type { Provider } from './provider/provider.ts'
import { createSummaryModel } from './provider/summary-model.ts'
import type { AgentModel } from './turn/agent.ts'
import { fitModel, forSummaries } from './turn/request/fit-model.ts'
import { mayServe, wayTo } from './way-to.ts'

export interface SummarySetup {
  readonly config: Config['auxiliary']['compression']
  /** `model.silence_timeout`. */
  readonly silenceSeconds?: number | null
  readonly env: Readonly<Record<string, string | undefined>>
  /** Wraps the access to a model, to watch what is asked. */
  watched?(provider: Provider): Provider
  /** A program that writes summaries. */
  byCommand(command: string, contextTokens: number): SummaryModel
  /** Receives the usage of each summary. */
  onUsage(usage: BilledUsage, model: AgentModel): void
}

export interface SummaryLine extends Pick<PlainConnection, 'provider' | 'model'> {
  /** The model in its window as it is known now. */
  fitted(): AgentModel
}

/** Lists the writers of summaries: first the configured one, then the model itself. */
export function summaryModelsFor(
  { provider, model, fitted }: SummaryLine,
  setup: SummarySetup,
): readonly SummaryModel[] {
  const { provider: who, command, context_length: window, model: other, base_url } = setup.config
  const onUsage = (usage: BilledUsage) => setup.onUsage(usage, model)
  const most = isOwn(who) && other === null && window !== null ? window : Number.POSITIVE_INFINITY
  const size = () => forSummaries(fitModel(fitted(), most))
  const main = createSummaryModel(provider, { model: model.name, size, onUsage })
  if (who === 'command')
    return command === null ? [main] : [setup.byCommand(command, window ?? model.contextTokens), main]
  if (isOwn(who) && other === null) return [main]
  const created = isOwn(who)
    ? { kind: 'created' as const, provider }
    : createProvider({ provider: who, base_url, silence_timeout: setup.silenceSeconds ?? null }, setup.env)
  if (created.kind === 'no-key') return [main]
  const writer = writerOf(other ?? model.name, window, model)
  const tell = (usage: BilledUsage) => setup.onUsage(usage, writer)
  const elsewhere = isOwn(who) ? provider : (setup.watched?.(created.provider) ?? created.provider)
  return [createSummaryModel(elsewhere, { model: writer.name, size: () => forSummaries(writer), onUsage: tell }), main]
}

/**
 * Decides who really writes summaries: a model of another maker is requested there; without a key for the
 * configured writer, the model itself writes them. The user is notified.
 */
export function summariesWith(
  config: SummarySetup['config'],
  main: WantedModel | undefined,
  env: SummarySetup['env'],
): Summaries {
  const { model } = config
  const way = writerAt(config, main, env)
  if (way === undefined || 'kind' in way) return { config, notices: [] }
  const { provider, base_url } = way
  const hint = 'hint' in way ? way.hint : undefined
  const reached = { ...config, provider, base_url }
  if (keyFor(provider, env) !== undefined)
    return { config: reached, notices: hint === undefined ? [] : [`Summaries: ${hint}`] }
  const who = isOwn(config.provider) ? model : provider
  const remedy = isOwn(config.provider)
    ? 'auxiliary.compression.model to null'
    : 'auxiliary.compression.provider to auto'
  const notice = `${keyNames[provider]} is not set: the model itself writes summaries, not ${who}. Set it, or set ${remedy}.`
  return {
    config: { ...config, provider: 'auto', model: null, base_url: null, context_length: null },
    notices: [notice],
  }
}

function isOwn(who: SummarySetup['config']['provider']): who is 'auto' | 'main' {
  return who === 'auto' || who === 'main'
}

/** Locates a writer that is not where the conversation's own model is. */
function writerAt(
  { provider: who, model, base_url }: SummarySetup['config'],
  main: WantedModel | undefined,
  env: SummarySetup['env'],
) {
  if (who === 'command') return undefined
  const name = model ?? main?.name
  if (!isOwn(who))
    return name === undefined ? { provider: who, base_url } : wayTo(name, { provider: who, base_url }, env)
  if (model === null || main === undefined || mayServe(main, model)) return undefined
  return wayTo(model, { provider: 'auto', base_url: null }, env)
}

interface Summaries {
  readonly config: SummarySetup['config']
  /** Shown when a conversation is opened. */
  readonly notices: readonly string[]
}

/** True when the model writes summaries itself, on top of the request that it has cached. */
export function isOnPrompt({ provider, model }: SummarySetup['config']): boolean {
  return provider === 'main' && model === null
}

/** Returns the writer of summaries, as far as its cost is known. A program is not billed by tokens. */
export function summariserFor(config: SummarySetup['config'], { info }: AgentModel): CompactionCosts['summariser'] {
  if (isOnPrompt(config)) return { kind: 'main' }
  if (config.provider === 'command') return { kind: 'other', price: 0 }
  const own = info?.prices?.input
  const writer = config.model === null ? own : createCatalogue().find(config.model)?.prices?.input
  return { kind: 'other', price: own === undefined || writer === undefined ? 1 : writer / own }
}

function writerOf(name: string, window: number | null, { contextTokens, maxTokens }: AgentModel): AgentModel {
  const info = createCatalogue().find(name)
  return { name, contextTokens: window ?? info?.contextTokens ?? contextTokens, maxTokens, ...(info && { info }) }
}
