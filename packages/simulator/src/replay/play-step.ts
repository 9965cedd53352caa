import { coldBudget } from '@palimpsest/core/cache'
import { noteReading, putOffTokens } from '@palimpsest/core/compaction'
import type { AssistantMessage, Message } from '@palimpsest/core/message'
import { bindsThinking } from '@palimpsest/core/models'
import { withoutThinking } from '@palimpsest/core/thinking'
import { calibrate, projectTokens } from '@palimpsest/core/tokens'
import { dropsThinking } from '../billing/drop-old-thinking.ts'
import { compactReplay } from './compact-replay.ts'
import { budgetOf, mostTokens, type Play } from './play.ts'
import type { ReplayPressure } from './replay-state.ts'
import type { ReplayStep } from './steps.ts'
import { replyAfterMs } from './timeline.ts'

/** A provider that refuses is asked again at most so often. */
const mostRecoveries = 3

/** Tools answer, people speak, room is made where needed, and the model replies. */
export async function playStep(play: Play, step: ReplayStep, signal: AbortSignal): Promise<void> {
  const { conversation, timeline, state, tally, bills } = play
  await hearTools(play, step)
  if (step.reply !== undefined && state.reportedTokens !== undefined) {
    const pressure = { trigger: 'response', promptTokens: state.reportedTokens, isReported: true } as const
    await press(play, { ...pressure, isInLoop: step.results.length > 0 }, signal)
  }
  const isHuman = hearPeople(play, step)
  await conversation.append(
    step.others.map(({ message }) => message),
    timeline.now(),
  )
  if (step.reply === undefined) return
  bills.turnTo(step.reply.message)
  // With nobody speaking in between, the loop goes on: what is too much now came with the last response.
  const hasSpoken = step.others.some(({ message }) => message.role !== 'assistant')
  await prepare(play, hasSpoken || tally.calls.length === 0 ? 'preflight' : 'response', signal)
  await call(play, step.reply.message, isHuman)
}

async function hearTools(play: Play, { results }: ReplayStep): Promise<void> {
  const { timeline, bills, conversation, ports } = play
  if (results.length === 0) return
  timeline.runTools(results.length)
  bills.wait(timeline.now(), 'tool')
  hear(
    play,
    results.map(({ message }) => message),
  )
  await conversation.append(await ports.admit(conversation.session().conversation, results), timeline.now())
}

/** Plays what people say, after a pause; returns whether anybody spoke. */
function hearPeople(play: Play, { others }: ReplayStep): boolean {
  const { timeline, bills, options, state, tally } = play
  hear(
    play,
    others.map(({ message }) => message),
  )
  const person = others.find(({ message }) => message.role === 'user')
  if (person === undefined) return false
  state.unmanagedTokens -= state.thoughtTokens
  state.thoughtTokens = 0
  if (tally.calls.length > 0) {
    timeline.awaitPerson(options.recordedPausesMs?.[person.at])
    bills.wait(timeline.now(), 'person')
  }
  return true
}

/** All that is said goes whole into the prompts of those who compact nothing. */
function hear({ state, counter, usual }: Play, said: readonly Message[]): void {
  for (const message of said) state.unmanagedTokens += counter.message(message)
  usual.hear(said)
}

async function prepare(play: Play, trigger: ReplayPressure['trigger'], signal: AbortSignal): Promise<void> {
  const { conversation, options, state, bills } = play
  const promptTokens = projectTokens(state.calibration, bills.asked().modelName, conversation.tokens())
  await press(play, { trigger, promptTokens, isReported: false, isInLoop: trigger === 'response' }, signal)
  for (let i = 0; i < mostRecoveries && conversation.tokens() > mostTokens(options); i++) {
    await press(
      play,
      { trigger: 'overflow', promptTokens: conversation.tokens(), isReported: false, isInLoop: false },
      signal,
    )
  }
}

/** In the midst of a tool loop a model that binds its thinking is left alone while the window allows. */
function putOff({ options, conversation, bills }: Play): Pick<ReplayPressure, 'putOffTokens'> {
  const { modelName, model } = bills.asked()
  const tokens = bindsThinking(modelName, model)
    ? putOffTokens(conversation.request().messages, options.window)
    : undefined
  return tokens === undefined ? {} : { putOffTokens: tokens }
}

interface Pressing extends Omit<ReplayPressure, 'budget' | 'putOffTokens'> {
  /** The model has not finished what it was asked for. */
  readonly isInLoop: boolean
}

/** Asks for room where a trigger fires. */
async function press(play: Play, { isInLoop, ...pressure }: Pressing, signal: AbortSignal): Promise<void> {
  const { engine, state, tally, notices, options, conversation, bills, fixedTokens } = play
  const { promptTokens, trigger } = pressure
  const budget = isCold(play, pressure) ? coldBudget(state.budget) : state.budget
  const { thresholdTokens } = budget
  if (trigger !== 'overflow' && !engine.shouldCompress({ promptTokens, thresholdTokens })) return
  const loop = isInLoop ? putOff(play) : {}
  const made = await compactReplay(play, { ...pressure, budget, ...loop }, signal)
  for (const notice of made.notices) notices.add(notice)
  if (made.kind === 'none') return tally.wasted(bills.asked().modelName, made.costUsd)
  if (tally.compactions.length === 0 && options.systemNote !== undefined) {
    conversation.addNote(options.systemNote)
    state.isFresh = true
  }
  const calls = tally.calls.length
  tally.compacted({ ...made.compaction, beforeCall: calls + 1 })
  // What was reported before says nothing of the new view.
  delete state.reportedTokens
  state.budget = budgetOf(options, fixedTokens, state.unmanagedTokens / Math.max(1, calls))
}

/** True when the cache is gone, which changes what costs least. */
function isCold(play: Play, { trigger, isReported }: Pick<ReplayPressure, 'trigger' | 'isReported'>): boolean {
  const { options, tally, bills, timeline } = play
  if (options.trigger !== 'economic' || trigger === 'overflow' || isReported) return false
  return tally.calls.length > 0 && !bills.isWarm(timeline.now())
}

async function call(play: Play, reply: AssistantMessage, isHuman: boolean): Promise<void> {
  const { conversation, bills, usual, timeline, state, options, ports, tally } = play
  const { modelName, model } = bills.asked()
  const startMs = timeline.now()
  const output = reply.parts.reduce((sum, part) => sum + ports.counter.part(part), 0)
  const estimatedTokens = conversation.tokens()
  const { thresholdTokens } = state.budget
  const sizes = { promptTokens: estimatedTokens, thresholdTokens }
  const moment = { startMs, replyMs: startMs + replyAfterMs, isHuman, isFresh: state.isFresh, ...sizes }
  const paid = bills.call(conversation.request(), moment, output)
  usual.call(moment, output)
  const spent = bills.totals()
  const { input, cacheRead, cacheWrite, promptTokens } = tally.note({
    session: conversation.session().id,
    model: modelName,
    atMs: startMs - options.startMs,
    call: paid,
    outputTokens: output,
    unmanagedTokens: state.unmanagedTokens,
    unmanagedUsd: bills.price(state.unmanagedTokens, output),
    spent: {
      usual: usual.total().costUsd,
      none: spent.none.costUsd,
      system_and_3: spent.system_and_3.costUsd,
      anchored: spent.anchored.costUsd,
    },
  })
  timeline.write(output)
  const { write1h } = paid.usage
  const hours = write1h > 0 && { cacheWrite1h: write1h }
  await conversation.append([reply], timeline.now(), { input, output, cacheRead, cacheWrite, ...hours })
  hear(play, [reply])
  const shownTokens = play.counter.message(reply)
  if (dropsThinking(model)) state.thoughtTokens += shownTokens - play.counter.message(withoutThinking(reply))
  state.isFresh = false
  state.reportedTokens = promptTokens
  const reading = { route: modelName, reportedTokens: promptTokens, estimatedTokens }
  state.calibration = calibrate(state.calibration, reading)
  const host = { store: ports.store, now: timeline.now }
  await noteReading(host, conversation.session().conversation, { thresholdTokens, askedAt: startMs, ...reading })
}
