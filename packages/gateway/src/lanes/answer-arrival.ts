import type { Arrival } from '@palimpsest/core/store'
import type { TurnAnswer } from '../agents/gateway-agent.ts'
import type { ArrivalEnding } from '../events/arrival-ending.ts'
import { type AppendEvents, createTurnRecorder } from '../events/turn-recorder.ts'
import type { ArrivalBody } from '../inbound/arrival-body.ts'
import { traceTurn } from '../metrics/trace-turn.ts'
import { heeded } from '../timing/heeded.ts'
import type { ArrivalWork } from './arrival-work.ts'
import type { LaneContext } from './lane-context.ts'
import type { LaneRun } from './lane-run.ts'
import { createLiveAnswer } from './live-answer.ts'

/** A message that wants an answer, or at least to be kept. */
export type SpokenWork = ArrivalWork<ArrivalBody & { readonly kind: 'answer' | 'note' }>

/** Lets the agent answer a message. `undefined` when the turn was aborted, to go on another time. */
export async function answerArrival(
  context: LaneContext,
  run: LaneRun,
  work: SpokenWork,
): Promise<ArrivalEnding | undefined> {
  const { conversation } = run.lane
  const { entry } = work.arrival
  const { channel, message } = work.body
  const agent = await context.pool.open(run.lane, { channel })
  const append: AppendEvents = (events) => context.store.events.append(conversation, events, context.now())
  // The agent need not wait for those who watch.
  const started = append([{ kind: 'started', entry }]).then((id) => {
    if (work.shownAfter !== undefined) work.shownAfter = id
    return id
  })
  const recorder = createTurnRecorder(append, entry, started)
  const live = createLiveAnswer(context, run, { work, started })
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), context.turnMs)
  try {
    const signal = AbortSignal.any([run.signal, late.signal])
    const onEvent: Parameters<typeof agent.turn>[1] = (event) => {
      recorder.record(event)
      live.onEvent(event)
    }
    const answer = await traceTurn({ conversation, channel }, () =>
      heeded(agent.turn({ entry, message }, onEvent, signal), signal),
    )
    await started
    if (answer.kind === 'aborted' && late.signal.aborted && !run.signal.aborted)
      return { kind: 'failed', entry, text: 'This took too long, so I stopped. Please ask for less at once.' }
    return endingOf(answer, work.arrival, recorder.notices)
  } finally {
    clearTimeout(timer)
    await live.stop()
    work.untold = await recorder.rest()
  }
}

function endingOf(answer: TurnAnswer, { entry }: Arrival, told: readonly string[]): ArrivalEnding | undefined {
  const notices = [...told]
  switch (answer.kind) {
    case 'answered': {
      const { text, usage } = answer
      return { kind: 'answered', entry, answer: answer.entry, text, notices, ...(usage && { usage }) }
    }
    case 'refused':
      return { kind: 'refused', entry, text: answer.text, notices }
    case 'aborted':
      return undefined
  }
}
