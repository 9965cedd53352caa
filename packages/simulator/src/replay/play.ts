import { type Budget, deriveBudget } from '@palimpsest/core/budget'
import { economicBudget } from '@palimpsest/core/cache'
import type { Transcript } from '@palimpsest/core/message'
import { bindsThinking } from '@palimpsest/core/models'
import { type Calibration, type Counter, startCalibration } from '@palimpsest/core/tokens'
import { createRememberingCounter } from './remembering-counter.ts'
import { createReplayBills } from './replay-bills.ts'
import { openReplayConversation } from './replay-conversation.ts'
import type { ReplayOptions, ReplayPorts } from './replay-options.ts'
import type { ReplayState } from './replay-state.ts'
import { createTally, type ReplayTally } from './replay-tally.ts'
import { createSender, sentCounter } from './sent.ts'
import { createMeter, summariserOf } from './summary-fee.ts'
import { type Surroundings, surroundingsOf } from './synthetic-prompt.ts'
import { createTimeline } from './timeline.ts'
import type { Usual } from './usual.ts'

/** A replay under way. */
export interface Play extends ReplayState {
  readonly tally: ReplayTally
  /** The same conversation as people have it without us. */
  readonly usual: Usual
  /** Notices the user would have received. */
  readonly notices: Set<string>
  /** Tools, system prompt and head: what every prompt holds. */
  readonly fixedTokens: number
  readonly state: PlayState
}

/** State that changes from call to call. */
export interface PlayState {
  budget: Budget
  calibration: Calibration
  /** Prompt tokens of the last call. */
  reportedTokens?: number
  /** All that was ever said, as one prompt. */
  unmanagedTokens: number
  /** The part of it that is thinking no longer shown once the user speaks. */
  thoughtTokens: number
  /** The system prompt is another one than at the last call. */
  isFresh: boolean
}

export async function createPlay(transcript: Transcript, options: ReplayOptions, world: ReplayPorts): Promise<Play> {
  const ports = { ...world, counter: createRememberingCounter(world.counter) }
  const timeline = createTimeline(options.startMs, options.gap)
  const send = createSender()
  const counter = sentCounter(ports.counter, send)
  const bills = createReplayBills(options, counter)
  const binds = () => bindsThinking(bills.asked().modelName, bills.asked().model)
  const meter = createMeter(ports.summaryModels, counter, timeline.write)
  const surroundings = surroundingsOf(transcript, options.systemTokens, counter)
  const first = await begin(options, ports, surroundings)
  const engine = await ports.createEngine({
    summaryModels: meter.models,
    now: timeline.now,
    mintId: ports.mint.entry,
    conversation: first.conversation,
  })
  const conversation = await openReplayConversation({ ...ports, counter, send, binds }, first, surroundings)
  const fixedTokens = conversation.tokens() + headTokens(transcript, options, counter)
  return {
    options,
    ports,
    engine,
    counter,
    timeline,
    meter,
    conversation,
    toolTokens: counter.request([], surroundings.tools),
    bills,
    tally: createTally(),
    usual: bills.openUsual({ opening: conversation.request(), mostTokens: mostTokens(options), send }),
    notices: new Set(),
    fixedTokens,
    state: {
      budget: budgetOf(options, fixedTokens),
      calibration: startCalibration(),
      unmanagedTokens: conversation.tokens(),
      thoughtTokens: 0,
      isFresh: false,
    },
  }
}

/** The most that a prompt may have: the answer needs room, too. */
export function mostTokens({ window: { contextTokens, maxTokens = 0 } }: ReplayOptions): number {
  return contextTokens - maxTokens
}

/** The threshold to go by, once a conversation has taught how fast it grows. */
export function budgetOf(options: ReplayOptions, fixedTokens: number, growthTokens?: number): Budget {
  const { window, budget, trigger, fee, model } = options
  if (trigger === 'fraction') return deriveBudget(window, budget)
  const economy = { window, options: budget, prices: model?.prices, summariser: summariserOf(fee), fixedTokens }
  return economicBudget({ ...economy, ...(growthTokens !== undefined && { growthTokens }) })
}

function begin({ startMs, file, modelName }: ReplayOptions, { store, mint }: ReplayPorts, { system }: Surroundings) {
  return store.begin({
    id: mint.session(),
    conversation: mint.conversation(),
    at: startMs,
    title: file,
    channel: 'replay',
    model: modelName,
    ...(system !== undefined && { system }),
  })
}

function headTokens({ messages }: Transcript, { budget }: ReplayOptions, counter: Counter): number {
  const spoken = messages.findIndex(({ role }) => role !== 'system')
  const { protectFirstN } = deriveBudget({ contextTokens: 1 }, budget)
  return counter.request(messages.slice(0, Math.max(0, spoken) + protectFirstN))
}
