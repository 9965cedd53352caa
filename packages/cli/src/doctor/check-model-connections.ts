import type { DoctorParts } from '../compose.ts'
import type { Io } from '../terminal/io.ts'
import { oneLine } from '../terminal/width.ts'
import { checkKey } from './check-key.ts'
import { checkModel, checkWindow, type WindowSources } from './check-model.ts'
import { checkServer } from './check-server.ts'
import { checkSummaries } from './check-summaries.ts'
import { type DoctorCheck, fail } from './doctor-check.ts'
import { learnedWindow } from './learned-window.ts'
import { type Probed, probeServer } from './probe-server.ts'

type Loaded = Extract<ReturnType<DoctorParts['readConfigFile']>, { readonly kind: 'loaded' }>
type Chosen = NonNullable<ReturnType<DoctorParts['wantedModel']>>
type Unclear = Extract<Chosen, { readonly kind: 'unclear' }>
type Wanted = Exclude<Chosen, Unclear>

/** The context that the model checks work with. */
export interface ModelChecks {
  readonly io: Io
  readonly parts: DoctorParts
  /** The location of the database. */
  readonly location: string
}

/** The way to the model, and to the one that goes on when it cannot be reached. */
export async function checkModelConnections(
  config: Loaded['config'],
  checks: ModelChecks,
): Promise<readonly DoctorCheck[]> {
  const { io, parts } = checks
  const wanted = parts.wantedModel(config.model, io.env)
  const fallback = parts.fallbackModel(config.model, io.env)
  const [main, second] = await Promise.all([
    wanted === undefined ? [noModel(config, io, parts), unnamed] : checkConnection(wanted, '', checks),
    fallback === undefined ? [] : checkConnection(fallback, 'fallback ', checks),
  ])
  const known = wanted === undefined || 'kind' in wanted ? undefined : wanted
  return [...main, ...second, checkSummaries(config.auxiliary.compression, known, { ...parts, env: io.env })]
}

/** A person waits. */
const windowMs = 5_000

const unnamed = fail('model', 'no model is named', 'Name one: palimpsest config set model.name claude-sonnet-5')

/** Which key is needed shows once a model is named; until then any will do. */
function noModel(
  { model: { provider: configured } }: Loaded['config'],
  io: Io,
  { keyNames }: DoctorParts,
): DoctorCheck {
  const keyed = (['anthropic', 'openai', 'openrouter'] as const).find((each) => io.env[keyNames[each]]?.trim())
  const provider = configured === 'auto' ? (keyed ?? 'anthropic') : configured
  const variable = keyNames[provider]
  return checkKey({ name: 'key', provider, variable, value: io.env[variable] })
}

function unclear({ name, keys }: Unclear, prefix: string): DoctorCheck {
  const which = keys.length === 0 ? 'no key is set' : `${keys.join(' and ')} are set`
  const message = `${oneLine(name)} does not tell by its name who serves it, and ${which}`
  const setting = prefix === '' ? 'model.provider' : 'model.fallback_provider'
  return fail(`${prefix}model`, message, `Say it: palimpsest config set ${setting} NAME`)
}

async function checkConnection(wanted: Chosen, prefix: string, checks: ModelChecks): Promise<readonly DoctorCheck[]> {
  return 'kind' in wanted ? [unclear(wanted, prefix)] : checkWay(wanted, prefix, checks)
}

async function checkWay(wanted: Wanted, prefix: string, checks: ModelChecks): Promise<readonly DoctorCheck[]> {
  const { io, parts } = checks
  const { name: model, provider, base_url: baseUrl } = wanted
  const variable = parts.keyNames[provider]
  const key = io.env[variable]
  const keyCheck = checkKey({ name: `${prefix}key`, provider, variable, value: key })
  const probed = await probeServer({ provider, baseUrl, key })
  const question = { name: `${prefix}server`, model, variable, isOwn: baseUrl !== null }
  // That a server wants a key is no news where there is none.
  const server = keyCheck.state === 'fail' && probed.kind === 'answered' ? [] : [checkServer(probed, question)]
  const window = prefix === '' ? [await checkWindow(wanted, windowSources(wanted, probed, checks))] : []
  return [keyCheck, checkModel(`${prefix}model`, wanted), ...window, ...server]
}

/** The window as the agent itself would learn it. */
function windowSources(wanted: Wanted, probed: Probed, { io, parts, location }: ModelChecks): WindowSources {
  const created = parts.createProvider(wanted, io.env)
  if (created.kind === 'no-key') return { askServer: async () => undefined, learned: async () => undefined }
  const { provider } = created
  const { name: model } = wanted
  return {
    askServer: async () =>
      probed.kind === 'answered' ? provider.contextTokens?.(model, AbortSignal.timeout(windowMs)) : undefined,
    learned: (contextTokens) => learnedWindow(location, { route: provider.route, model, contextTokens }),
  }
}
