import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewEntry, SessionId, SessionStore } from '@palimpsest/core/store'
import { addUsage, type Usage } from '@palimpsest/core/tokens'
import type { Fault, Injection } from '@palimpsest/simulator'
import { createSimulator, type Simulator, type SimulatorOptions } from '@palimpsest/simulator/server'
import { onTestFinished, type TestContext } from 'vitest'
import { openStore, type RuntimeEvent, type RuntimeOutcome } from '../compose.ts'
import { createRuntime } from '../compose-runtime.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** A protocol by its provider, a model that is served over it, and where. */
export interface Way {
  readonly provider: 'anthropic' | 'openai' | 'openai-responses' | 'openrouter'
  readonly model: string
  readonly path: string
}

export const anthropic: Way = { provider: 'anthropic', model: 'claude-sonnet-5', path: '' }
export const openaiChat: Way = { provider: 'openai', model: 'gpt-5.6-sol', path: '/v1' }
export const openaiResponses: Way = { provider: 'openai-responses', model: 'gpt-5.6-sol', path: '/v1' }
export const ways: readonly Way[] = [anthropic, openaiChat, openaiResponses]

export interface LongDeskOptions extends Omit<SimulatorOptions, 'inject'> {
  readonly way?: Way
  /** What the agent believes, and the simulator enforces unless `windowTokens` says otherwise. @default 32_000 */
  readonly contextTokens?: number
  /** What the simulator enforces. */
  readonly windowTokens?: number
  readonly settings?: Readonly<Record<string, string>>
  /** Stands before the database: it may fail, or look. */
  readonly inFront?: (store: SessionStore) => SessionStore
  /** Tests that run side by side must clean up one by one. @default after each test */
  readonly atEnd?: (clean: () => unknown) => void
}

/** The composed runtime on a real database and a real workspace, against the simulator over HTTP. */
export interface LongDesk {
  readonly simulator: Simulator
  readonly store: SessionStore
  readonly runtime: Runtime
  readonly folder: string
  readonly workspace: string
  readonly database: string
  readonly env: Readonly<Record<string, string>>
  /** Another runtime on the same conversation, as after a restart. */
  open(resume?: SessionId, through?: SessionStore): Promise<Runtime>
  say(text: string, signal?: AbortSignal): Promise<RuntimeOutcome>
  readonly events: readonly RuntimeEvent[]
  /** What befalls a later call: the next one, or one after it. */
  strike(fault: Fault, callsAhead?: number): void
  /** What befalls every call from now on, until the answer is called. */
  strikeAll(fault: Fault): () => void
  /** All that the user was told beside the answers. */
  told(): string
  /** Calls that no injected fault befell and that were refused all the same. */
  refusals(): readonly unknown[]
  /** What the simulator billed, and what the database says was used. */
  billed(): Usage
  used(): Promise<Usage>
  /** What is wrong with the database, and what was acknowledged and is not there. */
  damage(): Promise<readonly unknown[]>
}

/** Done at the end of the test. */
export function atEnd(clean: () => unknown): void {
  onTestFinished(async () => void (await clean()))
}

/** For tests that run side by side. */
export function inContext({ onTestFinished }: Pick<TestContext, 'onTestFinished'>): (clean: () => unknown) => void {
  return (clean) => onTestFinished(async () => void (await clean()))
}

export const never = new AbortController().signal

export function scratchFolder(clean = atEnd): string {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-long-'))
  clean(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** A workspace with something to read in it. */
export function createWorkspace(folder: string): string {
  const workspace = join(folder, 'work')
  mkdirSync(join(workspace, 'docs'), { recursive: true })
  mkdirSync(join(workspace, 'vendor'))
  writeFileSync(join(workspace, 'vendor/lib.ts'), 'theirs')
  const lines = Array.from({ length: 4_000 }, (_, n) => `paragraph ${n}: the quick brown fox, chapter ${n % 17}`)
  writeFileSync(join(workspace, 'docs/big.txt'), `${lines.join('\n')}\n`)
  return workspace
}

export async function createLongDesk(options: LongDeskOptions = {}): Promise<LongDesk> {
  const { way = anthropic, contextTokens = 32_000, windowTokens = contextTokens, settings, inFront, ...rest } = options
  const clean = options.atEnd ?? atEnd
  const inject: Injection[] = []
  const models = [{ id: way.model, contextTokens: windowTokens }]
  const simulator = await createSimulator({ models, ...rest, inject })
  clean(() => simulator.close())
  const folder = scratchFolder(clean)
  const workspace = createWorkspace(folder)
  const database = join(folder, 'state.db')
  const kept = await openStore(database)
  clean(() => kept.end())
  const acknowledged: NewEntry[] = []
  const store = noting(inFront?.(kept) ?? kept, acknowledged)
  const env = {
    PALIMPSEST_HOME: join(folder, 'home'),
    ANTHROPIC_API_KEY: 'test',
    OPENAI_API_KEY: 'test',
    OPENROUTER_API_KEY: 'test',
  }
  const events: RuntimeEvent[] = []
  const open = (resume?: SessionId, through = store) =>
    createRuntime({
      store: through,
      env,
      workspace,
      channel: 'terminal',
      settings: {
        'model.name': way.model,
        'model.provider': way.provider,
        'model.base_url': `${simulator.url}${way.path}`,
        'model.context_length': String(contextTokens),
        ...settings,
      },
      confirm: async () => true,
      ...(resume !== undefined && { resume }),
    })
  const runtime = await open()
  return {
    simulator,
    store,
    runtime,
    folder,
    workspace,
    database,
    env,
    open,
    events,
    say: (text, signal = never) => runtime.turn(text, (event) => events.push(event), signal),
    strike: (fault, callsAhead = 1) => inject.push({ ...fault, onCall: simulator.calls.length + callsAhead }),
    strikeAll: (fault) => {
      inject.push(fault)
      return () => inject.splice(0)
    },
    told: () => events.flatMap((event) => (event.kind === 'notice' ? [event.text] : [])).join('\n'),
    refusals: () => simulator.calls.filter(({ status, fault }) => status !== 200 && fault === undefined),
    billed: () => simulator.calls.reduce<Usage>((sum, { usage }) => (usage ? addUsage(sum, usage) : sum), {}),
    used: async () => {
      const sessions = await kept.lineage(runtime.session)
      return sessions.reduce<Usage>((sum, { usage }) => addUsage(sum, usage), {})
    },
    damage: async () => [...(await kept.verify()), ...(await missing(kept, runtime, acknowledged))],
  }
}

/** Writes down what the store said it has. */
function noting(store: SessionStore, acknowledged: NewEntry[]): SessionStore {
  return {
    ...store,
    append: async (session, expectedSeq, entries, at) => {
      const progress = await store.append(session, expectedSeq, entries, at)
      acknowledged.push(...entries)
      return progress
    },
  }
}

async function missing(store: SessionStore, { conversation }: Runtime, acknowledged: readonly NewEntry[]) {
  const originals = await store.originals(conversation)
  const there = new Map(originals.map(({ id, message }) => [id, JSON.stringify(message)]))
  return acknowledged.filter(({ id, message }) => there.get(id) !== JSON.stringify(message))
}
