import { type Message, promptTokens, type Reply, type SessionId, startCalibration, startMemory } from '@palimpsest/core'
import { act } from './act.ts'
import type { AgentEvent, AgentOptions, AgentParts, TurnOutcome } from './agent.ts'
import { ask, type Learned, type Run, startLearned, windowOf } from './ask.ts'
import { openConversation, unanswered } from './conversation.ts'
import { prepare } from './request.ts'
import { roomFor } from './room.ts'

/** An agent on one conversation. What it learns from call to call it keeps between turns. */
export interface Agent {
  /** One turn: the user speaks, the model answers, and its tools run in between. */
  turn(said: Message, onEvent: (event: AgentEvent) => void, signal: AbortSignal): Promise<TurnOutcome>
}

export function createAgent(parts: AgentParts, session: SessionId, options: AgentOptions = {}): Agent {
  const conversation = openConversation(parts, session)
  const { maxSteps = 200 } = options
  let learned: Learned | undefined
  return {
    turn: async (said, onEvent, signal) => {
      const run: Run = { parts, session, conversation, onEvent, signal }
      for (const result of unanswered(await conversation.view())) await conversation.say(result)
      await conversation.say(said)
      try {
        const ended = await loop(run, learned ?? (await startLearned(parts, startMemory, startCalibration())), maxSteps)
        learned = ended.learned
        return ended.outcome
      } catch (error) {
        if (signal.aborted) return { kind: 'aborted' }
        throw error
      }
    },
  }
}

interface Ended {
  readonly outcome: TurnOutcome
  readonly learned: Learned
}

/** Make room, ask, say, act, until the model has nothing more to do. */
async function loop(run: Run, start: Learned, maxSteps: number): Promise<Ended> {
  let learned = start
  for (let step = 0; step < maxSteps; step++) {
    await makeRoomBefore(run, learned)
    const answer = await ask(run, learned)
    learned = answer.learned
    if (answer.kind === 'given-up') return { outcome: { kind: 'refused', message: answer.message }, learned }
    const { reply } = answer
    await run.conversation.say(reply.message, reply.usage)
    const results = await act(reply.message, reply.unfinished, run)
    for (const result of results) await run.conversation.say(result)
    if (run.signal.aborted) return { outcome: { kind: 'aborted' }, learned }
    await makeRoomAfter(run, learned, reply)
    if (results.length === 0) return { outcome: settle(reply), learned }
  }
  const message = `The turn took ${maxSteps} calls without an end. Say "go on" to continue.`
  return { outcome: { kind: 'out-of-steps', message }, learned }
}

/** Catches a reloaded long session, a smaller model, and results that were just added. */
async function makeRoomBefore(run: Run, learned: Learned): Promise<void> {
  const { parts, session, conversation } = run
  const { promptTokens: projected } = await prepare(parts, conversation, learned)
  const contextTokens = windowOf(parts, learned)
  await roomFor(
    parts,
    session,
    { trigger: 'preflight', promptTokens: projected, isReported: false, contextTokens },
    run,
  )
}

/** By what the provider counted; without a count the next look ahead decides. */
async function makeRoomAfter(run: Run, learned: Learned, { usage }: Reply): Promise<void> {
  const reported = promptTokens(usage)
  if (reported === undefined) return
  const contextTokens = windowOf(run.parts, learned)
  const pressure = { trigger: 'response', promptTokens: reported, isReported: true, contextTokens } as const
  await roomFor(run.parts, run.session, pressure, run)
}

function settle(reply: Reply): TurnOutcome {
  const text = reply.message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
  if (reply.stop === 'length' || reply.stop === 'window')
    return { kind: 'cut-off', text, message: 'The answer was cut off at its limit. Say "go on" for the rest.' }
  return { kind: 'answered', text }
}
