import type { REST } from '@discordjs/rest'
import type { SessionInfo, WebSocketManager } from '@discordjs/ws'
import type { PutInbound } from '../channel.ts'
import type { DiscordFiles } from './discord-attachment.ts'
import { createDiscordIntake, type DiscordIntake } from './discord-intake.ts'
import { type DiscordConnection, type DiscordSession, isEndedByDiscord } from './discord-session.ts'

/** A receiver is made of these. */
export interface DiscordReceiverDeps {
  readonly token: string
  readonly rest: REST
  /** The gateway's address, if it is not the one that Discord tells. */
  readonly gatewayUrl: string | undefined
  readonly put: PutInbound
  readonly files: DiscordFiles
  readonly loadSession: () => Promise<DiscordSession | undefined>
  readonly saveSession: (session: DiscordSession | undefined) => Promise<void>
  readonly onTrouble: (error: unknown) => void
  readonly retryMs: number
}

/** A connection to Discord's gateway. */
export interface DiscordReceiver {
  /** Resolves once Discord is ready; rejects when it refuses the bot, or when the receiver is stopped before. */
  readonly ready: Promise<void>
  stop(): Promise<void>
}

interface ReceiverState {
  session: DiscordSession | undefined
  connection: DiscordConnection
  isStopped: boolean
}

/** Messages in servers and direct messages, with their text. */
const intents: number = (1 << 9) | (1 << 12) | (1 << 15)

/** Connects, resuming where a session was left. */
export function startDiscordReceiver(deps: DiscordReceiverDeps): DiscordReceiver {
  const state: ReceiverState = { session: undefined, connection: 'unmade', isStopped: false }
  const intake = createDiscordIntake({ ...deps, session: () => state.session, advance: advancer(state) })
  const stopping = new AbortController()
  const stopped = new Promise<never>((_resolve, reject) => {
    const reason = new Error('The channel was stopped before Discord was ready.')
    stopping.signal.addEventListener('abort', () => reject(reason))
  })
  let manager: WebSocketManager | undefined
  const connect = async () => {
    state.session = await deps.loadSession()
    manager = await createManager(deps, state)
    const refused = listen(manager, state, intake, deps.onTrouble)
    if (!state.isStopped) await Promise.race([manager.connect(), refused])
  }
  return {
    ready: Promise.race([connect(), stopped]),
    async stop() {
      state.isStopped = true
      stopping.abort()
      // Closing with 1000, as is usual, would end the session at Discord.
      await manager?.destroy({ code: 4200, reason: 'Will resume' })
      await intake.stop()
    },
  }
}

function advancer(state: ReceiverState): (sessionId: string, sequence: number) => void {
  return (sessionId, sequence) => {
    const { session } = state
    if (session?.sessionId === sessionId && session.sequence < sequence) state.session = { ...session, sequence }
  }
}

async function createManager(deps: DiscordReceiverDeps, state: ReceiverState): Promise<WebSocketManager> {
  const { WebSocketManager } = await import('@discordjs/ws')
  const { token, rest, gatewayUrl } = deps
  const manager = new WebSocketManager({
    token,
    rest,
    intents,
    shardCount: 1,
    retrieveSessionInfo: () => sessionInfo(state),
    updateSessionInfo: (_shard, info) => keepSession(state, info, generalUrl),
  })
  const ask = manager.fetchGatewayInformation.bind(manager)
  if (gatewayUrl !== undefined) {
    manager.fetchGatewayInformation = async (force) => ({ ...(await ask(force)), url: gatewayUrl })
  }
  const { url: generalUrl } = await manager.fetchGatewayInformation()
  return manager
}

/** Once stopped, the answer never comes: a reconnect that was under way at the stop would open a connection for good. */
function sessionInfo({ session, isStopped }: ReceiverState): SessionInfo | null | Promise<never> {
  if (isStopped) return new Promise<never>(() => undefined)
  if (session === undefined) return null
  const { sessionId, resumeUrl, sequence } = session
  return { sessionId, resumeURL: resumeUrl, sequence, shardId: 0, shardCount: 1 }
}

/** The client counts every event at once. Its count is ignored: ours moves on when an event is durable. */
function keepSession(state: ReceiverState, info: SessionInfo | null, generalUrl: string): void {
  if (state.isStopped) return
  if (info !== null) {
    const { sessionId, resumeURL: resumeUrl, sequence } = info
    if (sessionId !== state.session?.sessionId) state.session = { sessionId, resumeUrl, sequence, botUser: '' }
    return
  }
  const isEnded = isEndedByDiscord(state.connection)
  state.connection = 'unmade'
  // The place to resume at may be what cannot be reached; the general one resumes as well.
  state.session = isEnded || state.session === undefined ? undefined : { ...state.session, resumeUrl: generalUrl }
}

/** Hands events to the intake. Rejects when Discord refuses the bot, which the client reports by an event only. */
function listen(
  manager: WebSocketManager,
  state: ReceiverState,
  intake: DiscordIntake,
  onTrouble: (error: unknown) => void,
): Promise<never> {
  type Listen = (event: string, listener: (...args: readonly unknown[]) => void) => void
  // The names are members of an enum that is loaded only later; the values are these.
  const on: Listen = (event, listener) => void (manager as { on: Listen }).on(event, listener)
  on('hello', () => {
    state.connection = 'open'
  })
  on('closed', (code) => {
    state.connection = Number(code)
  })
  on('socketError', onTrouble)
  on('ready', (data) => {
    const { user } = data as { user: { id: string } }
    if (state.session !== undefined) state.session = { ...state.session, botUser: user.id }
  })
  on('dispatch', (payload) => {
    const { s: sequence, t: type, d: data } = payload as { s: number; t: string; d: unknown }
    if (state.session === undefined || state.isStopped) return
    intake.add({ sessionId: state.session.sessionId, sequence, type, data })
  })
  return new Promise((_resolve, reject) => {
    on('error', (error) => {
      onTrouble(error)
      reject(error)
    })
  })
}
