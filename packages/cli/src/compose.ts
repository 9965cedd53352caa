import type {
  AgentEvent,
  Environment,
  OpenedEngine,
  PluginProblem,
  PluginRow,
  Provider,
  Question,
  TurnOutcome,
} from '@palimpsest/agent'
import type { KeptOutputs } from '@palimpsest/agent/kept'
import type { HostHooks } from '@palimpsest/core/compaction'
import type { ContextEngine, EnginePorts, Receipt } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import type { EngineFactory } from '@palimpsest/core/plugin'
import type { GatewayStore, SessionStore } from '@palimpsest/core/store'
import type { Counter, CountText } from '@palimpsest/core/tokens'
import type {
  BilledModel,
  CallRecord,
  Gap,
  Injection,
  ReplayOptions,
  ReplayPorts,
  ReplayResult,
  ScriptedReply,
  SummaryFee,
} from '@palimpsest/simulator'
import type { Simulator } from '@palimpsest/simulator/server'
import { SetupError } from './errors/setup-error.ts'
import { UserError } from './errors/user-error.ts'
import { isPostgresUrl } from './home/location.ts'
import { usesPlugins } from './home/uses-plugins.ts'
import { engines, tokenizers } from './options/choices.ts'

/** A counter by the name of its tokenizer. The exact one is an optional package, loaded only when asked for. */
export async function counterFor(tokenizer: string): Promise<Counter> {
  const { createCounter, inPieces } = await import('@palimpsest/core/tokens')
  if (tokenizer === 'estimate') return createCounter()
  if (tokenizer === 'o200k') return createCounter({ countText: inPieces(await loadO200k()) })
  throw new UserError(`--tokenizer: there is no tokenizer "${tokenizer}"`, {
    remedy: `Use one of: ${tokenizers.join(', ')}.`,
  })
}

async function loadO200k(): Promise<CountText> {
  try {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    return (text) => countTokens(text, { disallowedSpecial: new Set() })
  } catch {
    throw new UserError('the exact tokenizer is not installed', {
      remedy: 'Run "npm install gpt-tokenizer", or leave out --tokenizer.',
      exitCode: 1,
    })
  }
}

export interface OpenOptions {
  /** A file in which there is no database yet is refused, and left as it is. */
  readonly existing?: boolean
}

/** Opens the conversations kept at a place: a Postgres database by its URL, a SQLite file by its path. */
export async function openStore(location: string, { existing = false }: OpenOptions = {}): Promise<GatewayStore> {
  if (isPostgresUrl(location)) {
    const { createPostgresStore } = await import('@palimpsest/stores/postgres')
    return createPostgresStore({ connectionString: location })
  }
  const { createSqliteStore } = await import('@palimpsest/stores/sqlite')
  return createSqliteStore({ path: location, existing })
}

/** A store that is gone when the command ends. */
export async function openMemoryStore(): Promise<SessionStore> {
  const { createMemoryStore } = await import('@palimpsest/stores/memory')
  return createMemoryStore()
}

/** The engines that need no plugin; loaded only when one is made. */
export const builtInEngines = {
  compressor: async (ports: EnginePorts): Promise<ContextEngine> =>
    (await import('@palimpsest/engines/compressor')).createCompressor(ports),
  lcm: async (ports: EnginePorts): Promise<ContextEngine> => (await import('@palimpsest/engines/lcm')).createLcm(ports),
} as const satisfies Readonly<Record<(typeof engines)[number], EngineFactory>>

/** An engine by its name: with an environment also one of the plugins in its home, else a built-in. */
export async function createEngine(name: string, ports: EnginePorts, env?: Environment): Promise<ContextEngine> {
  const builtIn = engines.find((each) => each === name)
  if (builtIn !== undefined && (env === undefined || !usesPlugins(name, env))) return builtInEngines[builtIn](ports)
  if (env === undefined)
    throw new UserError(`there is no engine "${name}"`, { remedy: `Use one of: ${engines.join(', ')}.` })
  return (await openPlugged(name, ports, env)).engine
}

async function openPlugged(name: string, ports: EnginePorts, env: Environment): Promise<OpenedEngine> {
  const { openEngine, sources } = await pluginParts(env)
  const opened = await openEngine(name, sources, ports)
  if (opened.kind === 'found') return opened.value
  throw pluginError({ ...opened.problem, message: `--engine: ${opened.problem.message}` })
}

/** An engine, and what the hooks of plugins have to say. */
export interface HookedEngine {
  readonly engine: ContextEngine
  readonly hooks: HostHooks
  /** Notifies the hooks of what was done. */
  done(receipt: Receipt, signal: AbortSignal): Promise<void>
}

/** Like `createEngine`, with the hooks of the configured plugins; `tell` receives their errors. */
export async function createHookedEngine(
  name: string,
  ports: EnginePorts,
  { env, tell }: { readonly env: Environment; tell(text: string): void },
): Promise<HookedEngine> {
  if (!usesPlugins(name, env)) return { engine: await createEngine(name, ports, env), hooks: {}, done: async () => {} }
  const { afterCompaction, survivorTexts } = await import('@palimpsest/agent')
  const { engine, parts } = await openPlugged(name, ports, env)
  const host = { hooks: parts.hooks, tell, mintId: () => ports.mintId() }
  const mustSurvive = survivorTexts(host)
  return {
    engine,
    hooks: { ...(mustSurvive && { mustSurvive }) },
    done: async (receipt, signal) => {
      await afterCompaction(receipt, host, signal)
      for (const text of parts.notices.drain()) tell(text)
    },
  }
}

/** The variables that a command may see: without secrets, but with those that the settings pass on. */
export async function commandVariables(env: Environment): Promise<Readonly<Record<string, string>>> {
  const [{ withoutSecrets }, { homePaths, problemText, readConfigFile }] = await Promise.all([
    import('@palimpsest/core/redact'),
    configuration(),
  ])
  const path = homePaths(env).config
  const loaded = readConfigFile(path, env)
  if (loaded.kind === 'loaded') return withoutSecrets(env, loaded.config.terminal.pass_env)
  throw new UserError(loaded.problems.map(problemText).join('\n'), {
    remedy: `Fix it in ${path}, or in the environment.`,
  })
}

/** Plugins as the agent itself would use them. */
export async function pluginParts(env: Environment) {
  const agent = await import('@palimpsest/agent')
  const { changeConfigFile, homePaths, listPlugins, openEngine, problemText, readConfigFile, trialPorts } = agent
  const paths = homePaths(env)
  const loaded = readConfigFile(paths.config, env)
  if (loaded.kind === 'refused')
    throw new UserError(loaded.problems.map(problemText).join('\n'), {
      remedy: `Fix it in ${paths.config}, or in the environment.`,
    })
  const { config } = loaded
  const sources = {
    pluginsFolder: paths.plugins,
    notFrom: [process.cwd()],
    listed: config.plugins,
    builtIn: builtInEngines,
  }
  return { changeConfigFile, paths, config, sources, listPlugins, openEngine, problemText, trialPorts }
}

/** A name that nothing goes by is bad input; a plugin that is there and broken is a failure. */
export function pluginError({ kind, message, remedy }: PluginProblem): UserError {
  return new UserError(message, { remedy, exitCode: kind === 'missing' || kind === 'bad-name' ? 2 : 1 })
}

/** An engine or plugin as `plugins list` shows it. */
export type ListedPlugin = PluginRow

/** Tools as an agent lists them. */
export type { ListedTool, ToolList } from '@palimpsest/agent'

/** Events that occur while an agent works, and the outcome of a turn. */
export type RuntimeEvent = AgentEvent
export type RuntimeOutcome = TurnOutcome
/** Access to a model, as it can be watched. */
export type RuntimeProvider = Provider
/** A question put to the user before something is changed. */
export type RuntimeQuestion = Question

/** A provider on this machine, and a call that it received. */
export type SimulatedProvider = Simulator
export type SimulatedCall = CallRecord

/** Options of `simulate`. Without a script or a replay the model echoes its input. */
export interface SimulatorSetup {
  readonly port?: number
  readonly script?: readonly ScriptedReply[]
  readonly replay?: readonly Message[]
  readonly inject?: readonly Injection[]
  readonly replyAfterMs?: number
  readonly onCall?: (record: SimulatedCall) => void
  readonly onAdvance?: (ms: number) => void
}

export async function startSimulator({ script, replay, ...options }: SimulatorSetup): Promise<SimulatedProvider> {
  const { replayed, scripted } = await import('@palimpsest/simulator')
  const { createSimulator } = await import('@palimpsest/simulator/server')
  const model = script ? scripted(script) : replay ? replayed(replay) : undefined
  return createSimulator({ ...options, ...(model && { model }) })
}

/** The guided tour: a provider on this machine whose model is a script, and the files that it talks about. */
export async function startGuide() {
  const { createGuide, guideFiles, guideModels } = await import('@palimpsest/simulator')
  const { createSimulator } = await import('@palimpsest/simulator/server')
  // A moment to think, so that a person can follow.
  const simulator = await createSimulator({ model: createGuide(), replyAfterMs: 300 })
  return { simulator, files: guideFiles(), models: guideModels }
}

/** Outputs that were too long to show: where messages say they are, how to search them, and how to put them back. */
export async function loadKeptOutputs(): Promise<KeptOutputs> {
  return (await import('@palimpsest/agent/kept')).keptOutputs
}

/** The replayed transcript, and the options of a replay. */
export type Replayed = ReplayResult
export type ReplayPlan = ReplayOptions
export type ReplayModel = BilledModel
export type ReplayWorld = ReplayPorts
export type ReplayGap = Gap
export type ReplayFee = SummaryFee

/** Returns the generators of made-up input, loaded only on request. */
export async function simulation() {
  const { exampleSession, readInjections, readScript } = await import('@palimpsest/simulator')
  return {
    /** A long session for those who have none at hand. */
    makeExample: exampleSession,
    readModelScript: readScript,
    readFaults: readInjections,
  }
}

/** Returns what a replay needs, without what is made up. */
export async function replaying() {
  const [{ replay }, { readGap }] = await Promise.all([
    import('@palimpsest/simulator/replay'),
    import('@palimpsest/simulator/gap'),
  ])
  return { replayTranscript: replay, gapFrom: readGap }
}

/** The configuration: its keys, its file, and where a home keeps what. */
export async function configuration() {
  const { changeConfigFile, configTable, getConfig, homePaths, problemText, readConfigFile } = await import(
    '@palimpsest/agent'
  )
  return { changeConfigFile, configTable, getConfig, homePaths, problemText, readConfigFile }
}

export type Configuration = Awaited<ReturnType<typeof configuration>>

/** Returns the checked settings of a run; problems and gaps are reported before anything else is loaded. */
export async function runSettings(env: Environment, given: Readonly<Record<string, string>> = {}) {
  const { openSettings } = await import('@palimpsest/agent/settings')
  const opened = openSettings(env, given)
  switch (opened.kind) {
    case 'ready':
      return opened
    case 'refused':
      throw new UserError(opened.problems.join('\n'), { remedy: `Fix it in ${opened.path}, or in the environment.` })
    case 'no-model':
    case 'no-key':
    case 'unclear':
      throw new SetupError(opened)
  }
}

/** Loads who may use a gateway and who did what through it, without the gateway itself. */
export function gatewayAccess() {
  return import('@palimpsest/gateway/access')
}

export type { StoredTokens, TokenRole } from '@palimpsest/gateway/access'

/** Returns what `doctor` checks, each as the agent itself would use it. */
export async function doctorParts() {
  const agent = await import('@palimpsest/agent')
  const { createProvider, fallbackModel, keyNames, summariesWith, wantedModel } = agent
  const { builtInTools, homePaths, openEngine, problemText, readConfigFile, trialPorts } = agent
  const models = { createProvider, fallbackModel, keyNames, summariesWith, wantedModel }
  const engines = { openEngine, trialPorts, builtIn: builtInEngines }
  return { ...models, ...engines, builtInTools, homePaths, problemText, readConfigFile }
}

export type DoctorParts = Awaited<ReturnType<typeof doctorParts>>
