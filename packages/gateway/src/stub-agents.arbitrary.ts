import { entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { type GatewayStore, type Lane, type SessionStore, sessionId } from '@palimpsest/core/store'
import type { GatewayEvent, OpenAgent, SaidMessage, TurnAnswer } from './agents/gateway-agent.ts'
import { findAnswer, saidInText } from './events/find-answer.ts'

/** Answers a text; what it throws is what a broken agent throws. */
export type Behave = (text: string, onEvent: (event: GatewayEvent) => void, signal: AbortSignal) => Promise<string>

export const echo: Behave = async (text) => `echo: ${text}`

/** Answers each word apart, with a pause before it. */
export const slowly =
  (ms: number): Behave =>
  async (text, onEvent, signal) => {
    for (const word of `echo: ${text}`.split(' ')) {
      await new Promise<void>((resolve, reject) => {
        const abort = () => {
          clearTimeout(timer)
          reject(new DOMException('aborted', 'AbortError'))
        }
        const timer = setTimeout(() => {
          signal.removeEventListener('abort', abort)
          resolve()
        }, ms)
        signal.addEventListener('abort', abort)
      })
      onEvent({ kind: 'text', text: `${word} ` })
    }
    return `echo: ${text}`
  }

export interface StubAgents {
  readonly openAgent: OpenAgent
  /** What agents did, e.g. `turn ann hello`. */
  readonly journal: string[]
  behave: Behave
  tidy: (signal: AbortSignal) => Promise<void>
  /** How many turns run at the same time in one conversation, at most. */
  overlap(): number
}

/** Agents that keep what is said in the store, as real ones do, and may be asked twice. */
export function createStubAgents(store: GatewayStore, behave: Behave = echo): StubAgents {
  const journal: string[] = []
  const running = new Map<string, number>()
  let overlap = 0
  const stub: StubAgents = {
    journal,
    behave,
    tidy: async () => {},
    overlap: () => overlap,
    openAgent: async (first, { channel }) => {
      let lane = first
      journal.push(`open ${lane.conversation}`)
      const say = (said: SaidMessage) => append(store.fenced(lane), lane, said, channel)
      return {
        turn: async (said, onEvent, signal) => {
          const id = lane.conversation
          const now = (running.get(id) ?? 0) + 1
          running.set(id, now)
          overlap = Math.max(overlap, now)
          journal.push(`turn ${id} ${saidInText(said.message)}`)
          try {
            return await answer({ store, lane, say }, said, () =>
              stub.behave(saidInText(said.message), onEvent, signal),
            )
          } catch (error) {
            if (signal.aborted) return { kind: 'aborted' }
            throw error
          } finally {
            running.set(id, (running.get(id) ?? 1) - 1)
          }
        },
        note: async (said) => {
          for (const each of said) await say(each)
        },
        command: async (text) => {
          journal.push(`command ${lane.conversation} ${text}`)
          return [`ran ${text}`]
        },
        tidy: (signal) => stub.tidy(signal),
        compactions: () => 0,
        retake: (next) => {
          lane = next
          return true
        },
        close: async () => {
          journal.push(`close ${lane.conversation}`)
        },
      }
    },
  }
  return stub
}

interface StubTurn {
  readonly store: GatewayStore
  readonly lane: Lane
  readonly say: (said: SaidMessage) => Promise<void>
}

async function answer({ store, say }: StubTurn, said: SaidMessage, behave: () => Promise<string>): Promise<TurnAnswer> {
  await say(said)
  const known = await findAnswer(store, said.entry)
  const text = known?.kind === 'answered' ? known.text : await behave()
  const entry = known?.kind === 'answered' ? known.answer : entryId(`${said.entry}-answer`)
  if (known === undefined) await say({ entry, message: { role: 'assistant', parts: [{ type: 'text', text }] } })
  return { kind: 'answered', entry, text, usage: { input: 10, output: 2 } }
}

async function append(
  store: SessionStore,
  lane: Lane,
  { entry, message }: SaidMessage,
  channel: string,
): Promise<void> {
  const known = await store.conversation(lane.conversation)
  const id = known?.tip ?? sessionId(`${lane.conversation}-root`)
  if (known === undefined) await store.begin({ id, conversation: lane.conversation, at: 1, channel })
  if ((await store.message(entry)) !== undefined) return
  const session = await store.session(id)
  await store.append(id, session?.nextSeq ?? 0, [{ id: entry, message: message as Message }], Date.now())
}
