import type { Environment } from '@palimpsest/agent'
import { isObject, type Json } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import { redact } from '@palimpsest/core/redact'
import type { GatewayStore, SessionStore } from '@palimpsest/core/store'
import { codecs } from '@palimpsest/core/wire'
import {
  type Channel,
  type ConversationReader,
  createGateway,
  type Gateway,
  type GatewayAgent,
  type GatewayEvent,
  type GatewayOptions,
  hashToken,
  type OpenAgent,
  type SaidMessage,
  type TurnAnswer,
} from '@palimpsest/gateway'
import type { DiscordOptions } from '@palimpsest/gateway/discord'
import { type RuntimeEvent, type RuntimeOutcome, runSettings } from './compose.ts'
import { createRuntime } from './compose-runtime.ts'
import { runSlash, type SlashPlace } from './gateway/run-slash.ts'
import type { Runtime } from './runtime/runtime.ts'
import type { RuntimeSetup } from './runtime/runtime-setup.ts'

/** What the agents of a gateway share. */
export interface AgentHost extends Pick<RuntimeSetup, 'location' | 'env' | 'workspace' | 'settings'> {
  readonly store: GatewayStore
  /** Folders below which the long outputs of conversations are kept. */
  readonly results: readonly string[]
}

/** Opens the agent of a conversation under its lane: whatever it writes is refused once the lane is lost. */
export function createOpenAgent(host: AgentHost): OpenAgent {
  return async (lane, { channel }) => {
    const store = host.store.fenced(lane)
    const runtime = await createRuntime({ ...host, store, channel, conversation: lane.conversation, isAlone: true })
    return agentOver(runtime, { store, channel, results: host.results })
  }
}

type Opened = Omit<SlashPlace, 'runtime'>

function agentOver(runtime: Runtime, opened: Opened): GatewayAgent {
  const { store } = opened
  return {
    turn: async (said, onEvent, signal) => {
      const tell = (event: RuntimeEvent) => {
        const shown = eventOf(event)
        if (shown !== undefined) onEvent(shown)
      }
      if ((await store.message(said.entry)) === undefined) await keepFit(runtime, said.message, onEvent, signal)
      const outcome = await runtime.turn(said, tell, signal)
      return answerOf(outcome, store, runtime)
    },
    note: (said: readonly SaidMessage[]) => runtime.note(said),
    command: (text, signal) => runSlash(text, { ...opened, runtime }, signal),
    tidy: async (signal) => void (await runtime.tidy(signal)),
    close: () => runtime.end(),
  }
}

const tidiedNotice = 'This chat had grown long, so its older part was summarised first. Nothing is lost.'

/** One friendly line instead of the notices of a compaction; what went wrong is still said by the turn that follows. */
async function keepFit(
  runtime: Runtime,
  message: Message,
  onEvent: (event: GatewayEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const outcome = await runtime.keepFit([message], undefined, signal)
  if (outcome.kind === 'committed') onEvent({ kind: 'notice', text: tidiedNotice })
}

function eventOf(event: RuntimeEvent): GatewayEvent | undefined {
  switch (event.kind) {
    case 'text':
      return { kind: 'text', text: event.text }
    case 'tool-started':
      return { kind: 'tool', name: event.name, isDone: false }
    case 'tool-ended':
      return { kind: 'tool', name: event.name, isDone: true }
    case 'notice':
      return { kind: 'notice', text: event.text }
    default:
      return undefined
  }
}

/** The answer is the newest original of the conversation: the lane lets nobody else write. A view may show it shortened. */
async function answerOf(outcome: RuntimeOutcome, store: SessionStore, runtime: Runtime): Promise<TurnAnswer> {
  switch (outcome.kind) {
    case 'answered':
    case 'cut-off': {
      const { conversation } = runtime
      const messages = (await store.conversation(conversation))?.messages ?? 0
      const [last] = await store.originals(conversation, { from: Math.max(0, messages - 1) })
      if (last === undefined) return { kind: 'refused', text: 'The answer could not be read back.' }
      const text = outcome.kind === 'answered' ? outcome.text : `${outcome.text}\n\n${outcome.message}`
      return { kind: 'answered', entry: last.id, text, ...(last.usage && { usage: last.usage }) }
    }
    case 'refused':
    case 'out-of-steps':
      return { kind: 'refused', text: outcome.message }
    case 'aborted':
      return { kind: 'aborted' }
  }
}

/** What a gateway on this machine needs beside its agents. */
export interface GatewayHost extends AgentHost {
  readonly env: Environment
  /** Receives what went wrong and is not anybody's fault outside, in one line without secrets. */
  tell(text: string): void
}

/** Puts a gateway together: the store, agents, and the platforms whose keys are set. */
export async function createLocalGateway(host: GatewayHost): Promise<Gateway> {
  const { env, store, tell } = host
  const { config } = await runSettings(env, host.settings)
  const channels = await channelsFrom(host, config.gateway.telegram.mode)
  const fault = (error: unknown) => tell(redact(error instanceof Error ? error.message : String(error)).text)
  const options: GatewayOptions = {
    width: config.gateway.width,
    access: {
      telegram: accessOf(config.gateway.telegram.allow),
      slack: accessOf(config.gateway.slack.allow),
      discord: accessOf(config.gateway.discord.allow),
    },
    tokens: tokensFrom(env),
    onFault: fault,
    onAudit: ({ by, action, conversation }) => tell(`${by}: ${action} in ${conversation}`),
  }
  return createGateway(
    { store, channels, openAgent: createOpenAgent(host), reader: readerOver(host), now: Date.now },
    options,
  )
}

/** The token of the environment may do everything; it is only ever compared by its hash. */
function tokensFrom({ PALIMPSEST_TOKEN: token }: Environment): GatewayOptions['tokens'] {
  return token === undefined || token === '' ? [] : [{ name: 'owner', sha256: hashToken(token), role: 'admin' }]
}

function accessOf(allow: readonly string[]) {
  return { users: allow, threads: allow }
}

/** A platform is served where its keys are set; its library is loaded only then. */
async function channelsFrom(
  { env, store, tell }: GatewayHost,
  mode: 'polling' | 'webhook',
): Promise<readonly Channel[]> {
  const channels: Channel[] = []
  const onTrouble = (error: Error) => tell(redact(error.message).text)
  const { TELEGRAM_BOT_TOKEN, TELEGRAM_SECRET_TOKEN: secretToken, TELEGRAM_API_ROOT: apiRoot } = env
  if (TELEGRAM_BOT_TOKEN) {
    const { createTelegramChannel } = await import('@palimpsest/gateway/telegram')
    const about = { mode, onTrouble, ...(secretToken && { secretToken }), ...(apiRoot && { apiRoot }) }
    channels.push(createTelegramChannel({ token: TELEGRAM_BOT_TOKEN, ...about }))
  }
  const { SLACK_BOT_TOKEN: botToken, SLACK_SIGNING_SECRET: signingSecret, SLACK_API_URL: slackApiUrl } = env
  if (botToken && signingSecret) {
    const { createSlackChannel } = await import('@palimpsest/gateway/slack')
    channels.push(createSlackChannel({ botToken, signingSecret, onTrouble, ...(slackApiUrl && { slackApiUrl }) }))
  }
  if (env.DISCORD_BOT_TOKEN) {
    const { createDiscordChannel } = await import('@palimpsest/gateway/discord')
    channels.push(createDiscordChannel({ token: env.DISCORD_BOT_TOKEN, onTrouble, ...discordSessions(store) }))
  }
  return channels
}

/** The place in Discord's stream of events up to which everything is durable; any process goes on from it. */
function discordSessions({ state }: GatewayStore): Pick<DiscordOptions, 'loadSession' | 'saveSession'> {
  const [scope, key] = ['gateway/discord', 'session'] as const
  return {
    loadSession: async () => readDiscordSession(await state.get(scope, key)),
    saveSession: async (session) => {
      if (session === undefined) await state.remove(scope, key)
      else await state.set(scope, key, { ...session })
    },
  }
}

type DiscordSession = NonNullable<Awaited<ReturnType<DiscordOptions['loadSession']>>>

function readDiscordSession(value: Json | undefined): DiscordSession | undefined {
  if (!isObject(value)) return undefined
  const { sessionId, resumeUrl, sequence, botUser } = value
  const isText = [sessionId, resumeUrl, botUser].every((each) => typeof each === 'string')
  return isText && typeof sequence === 'number' ? (value as unknown as DiscordSession) : undefined
}

/** Reads what a model would see, without a lane and without an agent. */
function readerOver({ store }: AgentHost): ConversationReader {
  return {
    view: async (id) => {
      const conversation = await store.conversation(id)
      if (conversation === undefined) return []
      const session = await store.compressionTip(conversation.tip)
      const view = await store.view(session.id)
      const system: readonly Message[] =
        session.system === undefined ? [] : [{ role: 'system', parts: [{ type: 'text', text: session.system }] }]
      return codecs['openai-chat'].encode({ messages: [...system, ...view.map(({ message }) => message)] }).value
    },
  }
}
