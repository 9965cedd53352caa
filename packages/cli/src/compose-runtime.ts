import { join, resolve } from 'node:path'
import {
  type Agent,
  type AgentParts,
  type AgentStatus,
  builtInTools,
  type Config,
  chosenModel,
  createAgent,
  createArchive,
  createMemory,
  createModelConnections,
  createResultKeeper,
  createSessionMemory,
  type EngineSources,
  fallbackModel,
  homePaths,
  type Memory,
  type ModelConnections,
  oneAtATime,
  openEngine,
  type PromptMemory,
  type ReadyConnection,
  readLedger,
  type UnclearModel,
  type WantedModel,
} from '@palimpsest/agent'
import type { EnginePorts } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import { resultsFolderName } from '@palimpsest/core/output'
import { type Variables, withoutSecrets } from '@palimpsest/core/redact'
import { type ConversationId, conversationId, type Session, type SessionId, sessionId } from '@palimpsest/core/store'
import { contextMap, createCounter } from '@palimpsest/core/tokens'
import { withLease } from '@palimpsest/stores/lease'
import { uuidv7 } from 'uuidv7'
import { createEngine, runSettings } from './compose.ts'
import { liveEnginePorts } from './compose-engine-ports.ts'
import { createCommandModel } from './compress/command-model.ts'
import { SetupError } from './errors/setup-error.ts'
import { UserError } from './errors/user-error.ts'
import { databaseFiles } from './home/location.ts'
import { engines } from './options/choices.ts'
import { lastReceipt } from './runtime/last-receipt.ts'
import { memoryReport } from './runtime/memory-report.ts'
import type {
  ContextReport,
  MemoryReport,
  Runtime,
  RuntimeStatus,
  SpokenMessage,
  UndoOutcome,
} from './runtime/runtime.ts'
import { type FullSetup, fillSetup, type RuntimeSetup } from './runtime/runtime-setup.ts'
import { type TurnHost, takeTurn } from './runtime/take-turn.ts'
import { adoptResults } from './store/adopt-results.ts'
import { forgetSilence } from './store/forget-silence.ts'

const toolNames = builtInTools.map(({ name }) => name)

/** Puts an agent together: configuration, provider, engine, store, tools, memory. */
export async function createRuntime(given: RuntimeSetup): Promise<Runtime> {
  const full = fillSetup(given)
  const setup = { ...full, confirm: oneAtATime(full.confirm) }
  const { store, env } = setup
  const paths = homePaths(env)
  const { config, wanted, notices } = await runSettings(env, setup.settings)
  const environment = withoutSecrets(env, config.terminal.pass_env)
  // Each by itself, too: a link may lead from the home into the workspace.
  const offLimits = [...Object.values(paths), ...databaseFiles(setup.location ?? paths.database)]
  let agent: Agent | undefined
  const connections = createModelConnections({
    config,
    env,
    channel: setup.channel === 'script' ? 'headless' : 'agent',
    byCommand: (command, contextTokens) => createCommandModel({ command, contextTokens, environment }),
    onUsage: (usage, model) => agent?.noteUsage(usage, model),
    ...(given.watched && { watched: given.watched }),
  })
  const first = await reach(connections, wanted)
  const line = () => (agent === undefined ? first : connections.of(agent.connection().model))
  const memory = createMemory(paths.memory)
  const prompt = createSessionMemory(memory, setup.workspace, toolNames, offLimits)
  const { session, notices: left } = await openSession(setup, first.model.name, prompt)
  await adoptResults(paths.results, session.conversation)
  const own = (conversation: ConversationId) =>
    ownParts(setup, conversation, { memory, environment, offLimits, results: paths.results })
  const sources = { pluginsFolder: paths.plugins, notFrom: [resolve(setup.workspace), process.cwd()] }
  const ports = liveEnginePorts(store, () => line().summaryModels, paths.results)
  const engine = (conversation: ConversationId) => engineFor(config, sources, ports(conversation))
  const second = fallbackModel(config.model, env)
  const parts: AgentParts = {
    ...first,
    ...own(session.conversation),
    ...(await engine(session.conversation)),
    ...{ store, counter: createCounter(), tools: builtInTools },
    findTools: { aboveTokens: config.tools.find_above_tokens, pin: config.tools.pin },
    memory: prompt,
    ...(second && { fallback: () => reach(connections, second) }),
    alone: (conversation, work, purpose) => alone(setup, `${purpose ?? 'compaction'} ${conversation}`, work),
    ...setup.clock,
    mintEntry: () => entryId(uuidv7()),
    mintSession: () => sessionId(uuidv7()),
    subagent: async (conversation) => ({ ...own(conversation), ...(await engine(conversation)) }),
  }
  agent = createAgent(parts, session.id, { cause: setup.resume === undefined ? 'new' : 'resumed' })
  if (setup.resume !== undefined) await agent.measure()
  return runtimeOf({
    ...{ agent, parts, session, isAlone: setup.isAlone },
    notices: [...notices, ...first.notices, ...left],
    connections,
    other: (name) => reach(connections, chosenModel(config.model, name, env)),
    remembered: () => memoryReport(memory, paths.memory),
  })
}

interface Made {
  readonly agent: Agent
  readonly parts: AgentParts
  readonly session: Session
  readonly isAlone: boolean | undefined
  readonly notices: readonly string[]
  readonly connections: ModelConnections
  /** The way to another model. */
  other(name: string): Promise<ReadyConnection>
  remembered(): readonly MemoryReport[]
}

function spoken(said: string | SpokenMessage): SpokenMessage {
  return typeof said === 'string' ? { message: { role: 'user', parts: [{ type: 'text', text: said }] } } : said
}

const ignore = () => {}
const never = new AbortController().signal

function runtimeOf({ agent, parts, session, isAlone, notices, connections, other, remembered }: Made): Runtime {
  const model = () => connections.of(agent.connection().model).shown
  // What a provider stated when it refused a prompt is no guess any more.
  const guessed = () =>
    model().isWindowAssumed && agent.status().contextTokens === model().contextTokens
      ? { isWindowAssumed: true as const }
      : {}
  return {
    conversation: session.conversation,
    session: session.id,
    notices,
    model,
    turn: (said, onEvent = ignore, signal = never) => {
      const { message, entry } = spoken(said)
      const turn = (until: AbortSignal) => agent.turn(message, onEvent, until, entry)
      if (isAlone) return turn(signal)
      return takeTurn(turnHost(parts, session.conversation), { onEvent, signal }, turn)
    },
    note: (said) => agent.note(said.map(({ message, entry }) => ({ id: entry, message }))),
    keepFit: (incoming, onEvent = ignore, signal = never) => agent.keepFit(incoming, onEvent, signal),
    tidy: (signal = never) => agent.tidy(ignore, signal),
    compress: (focus, onEvent = ignore, signal = never) => agent.compress(focus, onEvent, signal),
    undo: () => undo(agent, parts),
    switchModel: async (name) => {
      await agent.speakWith(await other(name))
      return model()
    },
    context: async () => ({ ...(await contextOf(agent, parts, session.id)), ...guessed() }),
    status: () => ({ ...shownStatus(agent.status()), ...guessed() }),
    receipt: () => lastReceipt(parts.store, session.id),
    memory: remembered,
    tools: () => agent.tools(),
    pinTool: (pin, isPinned) => agent.pinTool(pin, isPinned),
    end: async () => {
      await agent.end()
      // Whoever shares the conversation with others by lanes may be about to speak in it somewhere else.
      if (!isAlone) await forgetSilence(parts.store, session.conversation)
    },
  }
}

/** A process that died keeps others waiting for so long at most. */
const turnLeaseMs = 5_000

function turnHost({ store, wait }: AgentParts, conversation: ConversationId): TurnHost {
  const name = `turn ${conversation}`
  return { wait, lease: (work) => withLease(store.leases, { name, holder: uuidv7(), ttlMs: turnLeaseMs }, work) }
}

async function undo(agent: Agent, { store }: AgentParts): Promise<UndoOutcome> {
  const session = await agent.undo()
  if (session === undefined) return { kind: 'nothing-to-undo' }
  const [{ promptTokens }, view] = await Promise.all([agent.request(), store.view(session.id)])
  return { kind: 'undone', messages: view.length, tokens: promptTokens }
}

async function contextOf(agent: Agent, { store, counter }: AgentParts, session: SessionId): Promise<ContextReport> {
  const [{ messages, tools, promptTokens }, ledger] = await Promise.all([agent.request(), readLedger(store, session)])
  const { contextTokens, thresholdTokens } = agent.status()
  const map = contextMap({ messages, tools }, counter)
  const { leftOut, savedTokens } = await agent.toolsLeftOut()
  const unlisted = leftOut > 0 && { toolsLeftOut: { count: leftOut, savedTokens } }
  return { map, contextTokens, thresholdTokens, promptTokens, ledger, ...unlisted }
}

/** Returns only the values that are known. */
function shownStatus(full: AgentStatus): RuntimeStatus {
  const { calls, costUsd, promptTokens, cacheHitRate, keepAlives, ...status } = full
  return {
    ...status,
    ...(keepAlives.sent + keepAlives.failed > 0 && { keepAlives }),
    ...(promptTokens !== undefined && { promptTokens }),
    ...(cacheHitRate !== undefined && { cacheHitRate }),
    ...(calls > 0 && costUsd !== undefined && { costUsd }),
  }
}

async function reach(connections: ModelConnections, wanted: WantedModel | UnclearModel): Promise<ReadyConnection> {
  if ('kind' in wanted) throw new SetupError(wanted)
  const connection = await connections.reach(wanted)
  if (!('kind' in connection)) return connection
  throw new SetupError({ kind: 'no-key', provider: wanted.provider, variable: connection.name, model: wanted.name })
}

interface Own {
  readonly memory: Memory
  /** Variables that commands see. */
  readonly environment: Variables
  /** Paths that are ours, and not for tools. */
  readonly offLimits: readonly string[]
  readonly results: string
}

/** Returns the parts of one conversation, whether the user's or a sub-agent's. */
function ownParts(
  { store, workspace, confirm }: FullSetup,
  conversation: ConversationId,
  { memory, environment, offLimits, results }: Own,
): Pick<AgentParts, 'toolContext' | 'keepResult'> {
  const resultsFolder = join(results, resultsFolderName(conversation))
  const archive = createArchive(store, conversation, resultsFolder)
  return {
    toolContext: { workspace, resultsFolder, confirm, archive, memory, environment, offLimits },
    keepResult: createResultKeeper(resultsFolder),
  }
}

/** Opens the engine: a plugin's before a built-in of that name. If unavailable it is reported, not replaced. */
export async function engineFor(
  { context, plugins }: Config,
  places: Pick<EngineSources, 'pluginsFolder' | 'notFrom'>,
  ports: EnginePorts,
): Promise<Pick<AgentParts, 'engine' | 'plugins'>> {
  const builtIn = Object.fromEntries(engines.map((name) => [name, (given: EnginePorts) => createEngine(name, given)]))
  const opened = await openEngine(context.engine, { ...places, listed: plugins, builtIn }, ports)
  if (opened.kind === 'found') return { engine: opened.value.engine, plugins: opened.value.parts }
  throw new UserError(opened.problem.message, { remedy: opened.problem.remedy })
}

/** A new session gets its system prompt once; one that is resumed keeps it to the byte. */
async function openSession(
  { store, resume, conversation, channel }: FullSetup,
  model: string,
  prompt: PromptMemory,
): Promise<{ readonly session: Session; readonly notices: readonly string[] }> {
  // From its root, the tip is found again even when the newest compaction is taken back.
  const known = conversation === undefined ? undefined : await store.conversation(conversation)
  const from = resume ?? known?.tip
  const [root] = from === undefined ? [] : await store.lineage(from)
  if (root !== undefined) return { session: root, notices: [] }
  const { system, notices } = prompt.build()
  const about = { conversation: conversation ?? conversationId(uuidv7()), at: Date.now(), channel, model, system }
  return { session: await store.begin({ id: sessionId(uuidv7()), ...about }), notices }
}

type Work<T> = (signal: AbortSignal) => Promise<T>

async function alone<T>({ store }: FullSetup, name: string, work: Work<T>): Promise<T | 'taken'> {
  const leased = await withLease(store.leases, { name, holder: uuidv7() }, work)
  return leased.kind === 'held' ? leased.value : 'taken'
}
