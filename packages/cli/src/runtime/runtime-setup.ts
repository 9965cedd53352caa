import { setTimeout } from 'node:timers/promises'
import type { ConversationId, SessionId, SessionStore } from '@palimpsest/core/store'
import type { RuntimeProvider, RuntimeQuestion } from '../compose.ts'

/** The parts of a runtime besides its configuration. */
export interface RuntimeSetup {
  readonly store: SessionStore
  /** Location of the store: a file off limits to tools, or an address. @default the database of the home */
  readonly location?: string
  /** Keys and settings. @default those of this process */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The folder that tools work in. @default the current one */
  readonly workspace?: string
  /** The channel the conversation came in by: the command line, a script… @default 'script' */
  readonly channel?: string
  /** Goes on with this session's conversation. Without it a new one begins. */
  readonly resume?: SessionId
  /** Opens this conversation; it begins here where it is new. */
  readonly conversation?: ConversationId
  /** The caller makes sure that nobody else works on the conversation, by a lane for example. @default false */
  readonly isAlone?: boolean
  /** Settings of this run, by their keys; they count before environment and file. */
  readonly settings?: Readonly<Record<string, string>>
  /** Asked before anything is changed that cannot be taken back. @default there is nobody to ask, and nothing is done */
  confirm?(question: RuntimeQuestion): Promise<boolean | 'nobody'>
  /** Wraps the access to a model, to watch what is asked. */
  watched?(provider: RuntimeProvider): RuntimeProvider
  /** @default that of this machine */
  readonly clock?: RuntimeClock
}

/** The time, and two ways to let it pass: `rest` keeps no process alive, and without it no cache is kept warm. */
export interface RuntimeClock {
  now(): number
  wait(ms: number, signal: AbortSignal): Promise<void>
  rest?(ms: number, signal: AbortSignal): Promise<void>
}

export const ownClock: RuntimeClock = {
  now: Date.now,
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
  rest: (ms, signal) => setTimeout(ms, undefined, { signal, ref: false }),
}

/** A setup with its defaults filled in. */
export type FullSetup = RuntimeSetup &
  Required<Pick<RuntimeSetup, 'env' | 'workspace' | 'channel' | 'confirm' | 'clock'>>

export function fillSetup(given: RuntimeSetup): FullSetup {
  const { env = process.env, workspace = process.cwd(), channel = 'script', clock = ownClock } = given
  const confirm = given.confirm ?? (async () => 'nobody' as const)
  return { ...given, env, workspace, channel, clock, confirm }
}
