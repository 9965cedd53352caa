import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import {
  type AgentEvent,
  type AgentParts,
  basePrompt,
  buildSystemPrompt,
  builtInTools,
  type Config,
  createAgent,
  createArchive,
  createMemory,
  createProvider,
  createResultKeeper,
  createSummaryModel,
  homePaths,
  keyNames,
  type Memory,
  type Provider,
  problemText,
  readConfigFile,
  readContextFiles,
  type TurnOutcome,
} from '@palimpsest/agent'
import {
  type ConversationId,
  cachingFor,
  conversationId,
  createCatalogue,
  createCounter,
  entryId,
  originalsOf,
  type Session,
  type SessionId,
  type SessionStore,
  type SummaryModel,
  sessionId,
} from '@palimpsest/core'
import { withLease } from '@palimpsest/stores/lease'
import { uuidv7 } from 'uuidv7'
import { createEngine } from './compose.ts'
import { createCommandModel } from './compress/command-model.ts'
import { UserError } from './user-error.ts'

/** What a runtime is made of beside its configuration. */
export interface RuntimeSetup {
  readonly store: SessionStore
  readonly env: Readonly<Record<string, string | undefined>>
  readonly workspace: string
  /** How the conversation came in: on the command line, by a script… */
  readonly channel: string
  /** Goes on with this session's conversation. Without it a new one begins. */
  readonly resume?: SessionId
  /** Settings of this run, by their keys; they count before environment and file. */
  readonly settings?: Readonly<Record<string, string>>
  confirm(question: string): Promise<boolean>
}

/** An agent ready to be spoken to. */
export interface Runtime {
  readonly conversation: ConversationId
  readonly session: SessionId
  readonly model: string
  readonly notices: readonly string[]
  turn(text: string, onEvent: (event: RuntimeEvent) => void, signal: AbortSignal): Promise<RuntimeOutcome>
}

export type RuntimeEvent = AgentEvent
export type RuntimeOutcome = TurnOutcome

/** Used where neither the catalogue nor the user knows better. */
const unknownWindow = 128_000
/** Enough for a long answer; more would only lower the room that is left for the prompt. */
const mostOutput = 16_000

/** Puts an agent together: configuration, provider, engine, store, tools, memory. */
export async function createRuntime(setup: RuntimeSetup): Promise<Runtime> {
  const { store, env } = setup
  const paths = homePaths(env)
  const { config, notices } = loadSettings(setup, paths.config)
  const name = modelName(config)
  const provider = connect(config, env)
  const memory = createMemory(paths.memory)
  const session = await openSession(setup, name, memory)
  const model = modelOf(config, name)
  const models = summaryModels(config, provider, model)
  const engine = await createEngine(config.context.engine, enginePorts(setup, models))
  const parts: AgentParts = {
    store,
    engine,
    provider,
    model,
    counter: createCounter(),
    tools: builtInTools,
    toolContext: {
      workspace: setup.workspace,
      resultsFolder: join(paths.results, session.conversation),
      confirm: setup.confirm,
      archive: createArchive(store, session.conversation),
      memory,
      secretNames: Object.values(keyNames),
    },
    compression: compressionOf(config),
    caching: cachingOf(config, name, setup.channel),
    summaryRoutes: models.map((each) => each.name),
    alone: (conversation, work) => alone(setup, conversation, work),
    now: Date.now,
    wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
    mintEntry: () => entryId(uuidv7()),
    mintSession: () => sessionId(uuidv7()),
    keepResult: createResultKeeper(join(paths.results, session.conversation)),
  }
  const agent = createAgent(parts, session.id)
  return {
    conversation: session.conversation,
    session: session.id,
    model: name,
    notices,
    turn: (text, onEvent, signal) => agent.turn({ role: 'user', parts: [{ type: 'text', text }] }, onEvent, signal),
  }
}

function loadSettings({ env, settings = {} }: RuntimeSetup, path: string) {
  const given = Object.entries(settings).map(([key, value]) => [
    `PALIMPSEST__${key.toUpperCase().replaceAll('.', '__')}`,
    value,
  ])
  const loaded = readConfigFile(path, { ...env, ...Object.fromEntries(given) })
  if (loaded.kind === 'loaded') return { config: loaded.config, notices: loaded.notices.map(({ message }) => message) }
  throw new UserError(loaded.problems.map(problemText).join('\n'), {
    remedy: `Mend it in ${path}, or in the environment.`,
  })
}

function modelName({ model }: Config): string {
  if (model.name !== null) return model.name
  throw new UserError('no model is named', { remedy: 'Give --model NAME, or set model.name in config.yaml.' })
}

function connect({ model }: Config, env: RuntimeSetup['env']): Provider {
  const created = createProvider(model, env)
  if (created.kind === 'created') return created.provider
  throw new UserError(`there is no key for ${model.provider}`, {
    remedy: `Put it into the environment variable ${created.name}. Without a key, try "palimpsest simulate".`,
    exitCode: 1,
  })
}

function modelOf({ model }: Config, name: string) {
  const info = createCatalogue().find(name)
  const contextTokens = model.context_length ?? info?.contextTokens ?? unknownWindow
  const maxTokens =
    model.max_tokens ?? Math.min(info?.maxOutputTokens ?? mostOutput, mostOutput, Math.floor(contextTokens / 4))
  return { name, contextTokens, maxTokens, ...(info && { info }) }
}

function compressionOf({ compression }: Config): AgentParts['compression'] {
  const { enabled, threshold, target_ratio, protect_last_n, protect_first_n } = compression
  return {
    enabled,
    threshold,
    targetRatio: target_ratio,
    protectLastN: protect_last_n,
    protectFirstN: protect_first_n,
  }
}

function cachingOf({ model, prompt_caching: caching }: Config, name: string, channel: string): AgentParts['caching'] {
  const choice = cachingFor(name, { provider: model.provider }, createCatalogue().find(name))
  const pinned = caching.cache_ttl === 'auto' ? {} : { pinned: caching.cache_ttl }
  return {
    strategy: choice.kind === 'enabled' ? caching.strategy : 'none',
    route: {
      channel: channel === 'script' ? 'headless' : 'agent',
      keepAlive: caching.keep_alive,
      ...(choice.kind === 'enabled' && { ttls: choice.ttls }),
      ...pinned,
    },
  }
}

/** `auto` and `main` are the model itself; a program is asked by the shell. */
function summaryModels(
  { auxiliary }: Config,
  provider: Provider,
  model: ReturnType<typeof modelOf>,
): readonly SummaryModel[] {
  const { provider: who, command, context_length: window, model: other } = auxiliary.compression
  const contextTokens = window ?? model.contextTokens
  if (who === 'command' && command !== null) return [createCommandModel({ command, contextTokens })]
  return [createSummaryModel(provider, { model: other ?? model.name, contextTokens, maxTokens: model.maxTokens })]
}

function enginePorts({ store }: RuntimeSetup, models: readonly SummaryModel[]) {
  return {
    summaryModels: models,
    mintId: () => entryId(uuidv7()),
    originals: (ids: Parameters<typeof originalsOf>[1]) => originalsOf(store, ids),
    howToRead: (number: string) => `Read the whole with read_original("${number.replace('#', '')}").`,
    howToRecall: 'The originals are kept: search them with recall, read one by its number with read_original.',
    pause: () => setImmediate(),
    now: () => Date.now(),
    wait: (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }),
  }
}

/** A new session gets its system prompt once; one that is resumed keeps it to the byte. */
async function openSession(
  { store, workspace, resume, channel }: RuntimeSetup,
  model: string,
  memory: Memory,
): Promise<Session> {
  if (resume !== undefined) return store.compressionTip(resume)
  const system = buildSystemPrompt({
    base: basePrompt,
    memory: memory.read('MEMORY.md').shown,
    user: memory.read('USER.md').shown,
    contextFiles: readContextFiles(workspace).files,
    tools: builtInTools.map(({ name }) => name),
  })
  const conversation = conversationId(uuidv7())
  return store.begin({ id: sessionId(uuidv7()), conversation, at: Date.now(), channel, model, system })
}

async function alone<T>(
  { store }: RuntimeSetup,
  conversation: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | 'taken'> {
  const leased = await withLease(store.leases, { name: `compaction ${conversation}`, holder: uuidv7() }, work)
  return leased.kind === 'held' ? leased.value : 'taken'
}
