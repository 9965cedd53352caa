import {
  type ContextEngine,
  type Counter,
  type CountText,
  createCounter,
  type EnginePorts,
  inPieces,
  type Message,
  type SessionStore,
} from '@palimpsest/core'
import {
  type CallRecord,
  exampleSession,
  type Gap,
  type Injection,
  type LaneStrategy,
  type ReplayOptions,
  type ReplayPorts,
  type ReplayResult,
  readGap,
  readInjections,
  readScript,
  replay,
  replayed,
  type ScriptedReply,
  type SummaryFee,
  scripted,
} from '@palimpsest/simulator'
import type { Simulator } from '@palimpsest/simulator/server'
import { isPostgresUrl } from './store/location.ts'
import { UserError } from './user-error.ts'

/** A long session for those who have none at hand. */
export const makeExample = exampleSession

/** The ways to count tokens that `--tokenizer` offers. */
export const tokenizers = ['estimate', 'o200k'] as const

/** A counter by the name of its tokenizer. The exact one is an optional package, loaded only when asked for. */
export async function counterFor(tokenizer: string): Promise<Counter> {
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

/** Opens the conversations kept at a place: a Postgres database by its URL, a SQLite file by its path. */
export async function openStore(location: string): Promise<SessionStore> {
  if (isPostgresUrl(location)) {
    const { createPostgresStore } = await import('@palimpsest/stores/postgres')
    return createPostgresStore({ connectionString: location })
  }
  const { createSqliteStore } = await import('@palimpsest/stores/sqlite')
  return createSqliteStore({ path: location })
}

/** A store that is gone when the command ends. */
export async function openMemoryStore(): Promise<SessionStore> {
  const { createMemoryStore } = await import('@palimpsest/stores/memory')
  return createMemoryStore()
}

/** The engines that `--engine` offers; the first is the default. */
export const engines = ['compressor'] as const

/** An engine by its name. */
export async function createEngine(name: string, ports: EnginePorts): Promise<ContextEngine> {
  if (name === 'compressor') {
    const { createCompressor } = await import('@palimpsest/engines/compressor')
    return createCompressor(ports)
  }
  throw new UserError(`--engine: there is no engine "${name}"`, { remedy: `Use one of: ${engines.join(', ')}.` })
}

/** A provider on this machine, and a call that it received. */
export type SimulatedProvider = Simulator
export type SimulatedCall = CallRecord

/** What `simulate` can be told. Without a script or a replay the model repeats what it hears. */
export interface SimulatorSetup {
  readonly port?: number
  readonly script?: readonly ScriptedReply[]
  readonly replay?: readonly Message[]
  readonly inject?: readonly Injection[]
  readonly onCall?: (record: SimulatedCall) => void
}

export const readModelScript = readScript
export const readFaults = readInjections

export async function startSimulator({ script, replay, ...options }: SimulatorSetup): Promise<SimulatedProvider> {
  const { createSimulator } = await import('@palimpsest/simulator/server')
  const model = script ? scripted(script) : replay ? replayed(replay) : undefined
  return createSimulator({ ...options, ...(model && { model }) })
}

/** A transcript as it would have gone, and what a replay can be told. */
export type Replayed = ReplayResult
export type ReplayPlan = ReplayOptions
export type ReplayWorld = ReplayPorts
export type ReplayGap = Gap
export type ReplayFee = SummaryFee

/** The cache strategies that `--cache-strategy` offers; the first is the default. */
export const cacheStrategies = ['anchored', 'system_and_3', 'none'] as const satisfies readonly LaneStrategy[]

export const replayTranscript = replay
export const gapFrom = readGap
