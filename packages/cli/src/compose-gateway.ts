import { resolve } from 'node:path'
import { type Environment, homePaths, trialPorts } from '@palimpsest/agent'
import { isObject, type Json } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import { redact } from '@palimpsest/core/redact'
import type { GatewayStore, SessionStore } from '@palimpsest/core/store'
import { promptTokens } from '@palimpsest/core/tokens'
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
  traceModelCall,
} from '@palimpsest/gateway'
import type { DiscordOptions } from '@palimpsest/gateway/discord'
import { type RuntimeEvent, type RuntimeOutcome, type RuntimeProvider, runSettings } from './compose.ts'
import { createRuntime, engineFor } from './compose-runtime.ts'
import { fileStamp } from './gateway/file-stamp.ts'
import { createRecentReads, type RecentReads } from './gateway/recent-reads.ts'
import { createRenewedLane, type RenewedLane } from './gateway/renewed-lane.ts'
import { runSlash, type SlashPlace } from './gateway/run-slash.ts'
import type { Runtime } from './runtime/runtime.ts'
import { ownClock, type RuntimeClock, type RuntimeSetup } from './runtime/runtime-setup.ts'

/** What the agents of a gateway share. */
export interface AgentHost extends Pick<RuntimeSetup, 'location' | 'env' | 'workspace' | 'settings'> {
  readonly store: GatewayStore
  /** Folders below which the long outputs of conversations are kept. */
  readonly results: readonly string[]
}

/** Opens the agent of a conversation under its lane: whatever it writes is refused once the lane is lost. */
export function createOpenAgent(host: AgentHost): OpenAgent {
  const settings = () => fileStamp(homePaths(host.env ?? process.env).config)
  return async (first, { channel }) => {
    const renewed = createRenewedLane(first)
    const reads = createRecentReads(host.store.fenced(renewed.lane), first.conversation)
    const { store } = reads
    const openedWith = settings()
    const about = { channel, conversation: first.conversation, isAlone: true, watched: traced, clock: restlessClock }
    const runtime = await createRuntime({ ...host, store, ...about })
    const mayStay = () => settings() === openedWith
    return agentOver(runtime, { store, reads, channel, results: host.results, renewed, mayStay })
  }
}

/** Every call of a model is a span where OpenTelemetry is set up. */
function traced(provider: RuntimeProvider): RuntimeProvider {
  const [name = ''] = provider.route.split(' ', 1)
  return {
    ...provider,
    ask: (asked, onDelta, signal) =>
      traceModelCall({ provider: name, model: asked.model, maxTokens: asked.maxTokens }, () =>
        provider.ask(asked, onDelta, signal),
      ),
  }
}

/** An agent that waits for its next lane has no right to write, so it sends nothing that would have to be billed. */
const restlessClock: RuntimeClock = { now: ownClock.now, wait: ownClock.wait }

interface Opened extends Omit<SlashPlace, 'runtime'> {
  readonly reads: RecentReads
  readonly renewed: RenewedLane
  /** False once the settings changed: they are read when an agent is opened. */
  mayStay(): boolean
}

function agentOver(runtime: Runtime, opened: Opened): GatewayAgent {
  const { reads, renewed, mayStay } = opened
  let isCommanded = false
  let usedTokens: number | undefined
  return {
    turn: async (said, onEvent, signal) => {
      const answer = await reads.step(() => answerSaid(runtime, reads, said, { onEvent, signal }))
      usedTokens = tokensAfter(answer)
      return answer
    },
    note: (said: readonly SaidMessage[]) => {
      usedTokens = undefined
      return reads.step(() => runtime.note(said))
    },
    command: (text, signal) => {
      isCommanded = true
      usedTokens = undefined
      return reads.step(() => runSlash(text, { ...opened, runtime }, signal))
    },
    tidy: async (signal) => {
      if (usedTokens !== undefined && usedTokens < nearShare * runtime.status().thresholdTokens) return
      await reads.step(() => runtime.tidy(signal))
    },
    compactions: reads.compactions,
    retake: (lane) => {
      // A command may have changed the agent, such as its model: that ends with the lane, whoever has the next one.
      if (isCommanded || !mayStay()) return false
      renewed.renew(lane)
      return true
    },
    close: () => runtime.end(),
  }
}

interface TurnListener {
  readonly onEvent: (event: GatewayEvent) => void
  readonly signal: AbortSignal
}

async function answerSaid(
  runtime: Runtime,
  reads: RecentReads,
  said: SaidMessage,
  { onEvent, signal }: TurnListener,
): Promise<TurnAnswer> {
  const tell = (event: RuntimeEvent) => {
    const shown = eventOf(event)
    if (shown !== undefined) onEvent(shown)
  }
  if ((await reads.store.message(said.entry)) === undefined) await keepFit(runtime, said.message, { onEvent, signal })
  const outcome = await runtime.turn(said, tell, signal)
  return answerOf(outcome, reads, runtime)
}

/** Below this share of the threshold nobody need look closer; what is missed is made up for by the next turn. */
const nearShare = 0.85

/** What the next prompt holds already, by the provider's own count. */
function tokensAfter(answer: TurnAnswer): number | undefined {
  const usage = answer.kind === 'answered' ? answer.usage : undefined
  const prompt = usage && promptTokens(usage)
  return prompt === undefined ? undefined : prompt + (usage?.output ?? 0)
}

const tidiedNotice = 'This chat had grown long, so its older part was summarised first. Nothing is lost.'

/** One friendly line instead of the notices of a compaction; what went wrong is still said by the turn that follows. */
async function keepFit(runtime: Runtime, message: Message, { onEvent, signal }: TurnListener): Promise<void> {
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
async function answerOf(outcome: RuntimeOutcome, reads: RecentReads, runtime: Runtime): Promise<TurnAnswer> {
  switch (outcome.kind) {
    case 'answered':
    case 'cut-off': {
      // Where nothing was written, it was answered before.
      const last = reads.written() ?? (await lastOriginal(reads.store, runtime.conversation))
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

async function lastOriginal(store: SessionStore, conversation: Runtime['conversation']) {
  const messages = (await store.conversation(conversation))?.messages ?? 0
  const [last] = await store.originals(conversation, { from: Math.max(0, messages - 1) })
  return last
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
  const { config, wanted } = await runSettings(env, host.settings)
  // An engine that no agent could be opened with is told now, and not to whoever writes first.
  const notFrom = [resolve(host.workspace ?? process.cwd()), process.cwd()]
  await engineFor(config, { pluginsFolder: homePaths(env).plugins, notFrom }, trialPorts)
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
    readsDocuments: readsDocuments(wanted),
    limits: { messagesPerMinute: config.gateway.messages_per_minute },
    onFault: fault,
    // Whoever names a conversation may name it after a secret.
    onAudit: ({ by, action, conversation }) => tell(redact(`${by}: ${action} in ${conversation}`).text),
  }
  return createGateway(
    { store, channels, openAgent: createOpenAgent(host), reader: readerOver(host), now: Date.now },
    options,
  )
}

/** The makers' own services read PDF; what other servers do with one is unknown, and a refusal would come back each time. */
function readsDocuments(wanted: Awaited<ReturnType<typeof runSettings>>['wanted']): boolean {
  if ('kind' in wanted || wanted.base_url !== null) return false
  return wanted.provider !== 'openrouter' && wanted.provider !== 'custom'
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
