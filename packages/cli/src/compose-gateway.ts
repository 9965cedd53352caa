import type { Message } from '@palimpsest/core/message'
import type { GatewayStore, SessionStore } from '@palimpsest/core/store'
import type { GatewayAgent, GatewayEvent, OpenAgent, Said, TurnAnswer } from '@palimpsest/gateway'
import type { RuntimeEvent, RuntimeOutcome } from './compose.ts'
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
    note: (said: readonly Said[]) => runtime.note(said),
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

/** The answer is the newest entry of the conversation: the lane lets nobody else write. */
async function answerOf(outcome: RuntimeOutcome, store: SessionStore, runtime: Runtime): Promise<TurnAnswer> {
  switch (outcome.kind) {
    case 'answered':
    case 'cut-off': {
      const tip = await store.compressionTip(runtime.session)
      const [last] = await store.view(tip.id, { from: Math.max(0, tip.nextSeq - 1) })
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
