import {
  type AssistantMessage,
  bindsThinking,
  calibrate,
  coldBudget,
  type Message,
  noteReading,
  projectTokens,
  putOffTokens,
  withoutThinking,
} from '@palimpsest/core'
import { dropsThinking } from '../billing/drop-old-thinking.ts'
import { compactReplay } from './compact-replay.ts'
import { budgetOf, mostTokens, type Play } from './play.ts'
import type { Pressure } from './replay-desk.ts'
import type { Step } from './steps.ts'
import { replyAfterMs } from './timeline.ts'

/** A provider that refuses is asked again at most so often. */
const mostRecoveries = 3

/** Tools answer, people speak, room is made where needed, and the model replies. */
export async function playStep(play: Play, step: Step, signal: AbortSignal): Promise<void> {
  const { talk, timeline, state, tally, till } = play
  await hearTools(play, step)
  if (step.reply !== undefined && state.reportedTokens !== undefined) {
    const pressure = { trigger: 'response', promptTokens: state.reportedTokens, isReported: true } as const
    await press(play, { ...pressure, isInLoop: step.results.length > 0 }, signal)
  }
  const isHuman = hearPeople(play, step)
  await talk.append(
    step.others.map(({ message }) => message),
    timeline.now(),
  )
  if (step.reply === undefined) return
  till.turnTo(step.reply.message)
  // With nobody speaking in between, the loop goes on: what is too much now came with the last response.
  const hasSpoken = step.others.some(({ message }) => message.role !== 'assistant')
  await prepare(play, hasSpoken || tally.calls.length === 0 ? 'preflight' : 'response', signal)
  await call(play, step.reply.message, isHuman)
}

async function hearTools(play: Play, { results }: Step): Promise<void> {
  const { timeline, till, talk, ports } = play
  if (results.length === 0) return
  timeline.runTools(results.length)
  till.wait(timeline.now(), 'tool')
  hear(
    play,
    results.map(({ message }) => message),
  )
  await talk.append(await ports.admit(talk.session().conversation, results), timeline.now())
}

/** Plays what people say, after a pause; returns whether anybody spoke. */
function hearPeople(play: Play, { others }: Step): boolean {
  const { timeline, till, options, state, tally } = play
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
    till.wait(timeline.now(), 'person')
  }
  return true
}

/** All that is said goes whole into the prompts of those who compact nothing. */
function hear({ state, counter, usual }: Play, said: readonly Message[]): void {
  for (const message of said) state.unmanagedTokens += counter.message(message)
  usual.hear(said)
}

async function prepare(play: Play, trigger: Pressure['trigger'], signal: AbortSignal): Promise<void> {
  const { talk, options, state, till } = play
  const promptTokens = projectTokens(state.calibration, till.asked().modelName, talk.tokens())
  await press(play, { trigger, promptTokens, isReported: false, isInLoop: trigger === 'response' }, signal)
  for (let i = 0; i < mostRecoveries && talk.tokens() > mostTokens(options); i++) {
    await press(play, { trigger: 'overflow', promptTokens: talk.tokens(), isReported: false, isInLoop: false }, signal)
  }
}

/** In the midst of a tool loop a model that binds its thinking is left alone while the window allows. */
function putOff({ options, talk, till }: Play): Pick<Pressure, 'putOffTokens'> {
  const { modelName, model } = till.asked()
  const tokens = bindsThinking(modelName, model) ? putOffTokens(talk.request().messages, options.window) : undefined
  return tokens === undefined ? {} : { putOffTokens: tokens }
}

interface Pressing extends Omit<Pressure, 'budget' | 'putOffTokens'> {
  /** The model has not finished what it was asked for. */
  readonly isInLoop: boolean
}

/** Asks for room where a trigger fires. */
async function press(play: Play, { isInLoop, ...pressure }: Pressing, signal: AbortSignal): Promise<void> {
  const { engine, state, tally, notices, options, talk, till, fixedTokens } = play
  const { promptTokens, trigger } = pressure
  const budget = isCold(play, pressure) ? coldBudget(state.budget) : state.budget
  const { thresholdTokens } = budget
  if (trigger !== 'overflow' && !engine.shouldCompress({ promptTokens, thresholdTokens })) return
  const loop = isInLoop ? putOff(play) : {}
  const made = await compactReplay(play, { ...pressure, budget, ...loop }, signal)
  for (const notice of made.notices) notices.add(notice)
  if (made.kind === 'none') return tally.wasted(till.asked().modelName, made.costUsd)
  if (tally.compactions.length === 0 && options.systemNote !== undefined) {
    talk.addNote(options.systemNote)
    state.isFresh = true
  }
  const calls = tally.calls.length
  tally.compacted({ ...made.compaction, beforeCall: calls + 1 })
  // What was reported before says nothing of the new view.
  delete state.reportedTokens
  state.budget = budgetOf(options, fixedTokens, state.unmanagedTokens / Math.max(1, calls))
}

/** True when the cache is gone, which changes what costs least. */
function isCold(play: Play, { trigger, isReported }: Pick<Pressure, 'trigger' | 'isReported'>): boolean {
  const { options, tally, till, timeline } = play
  if (options.trigger !== 'economic' || trigger === 'overflow' || isReported) return false
  return tally.calls.length > 0 && !till.isWarm(timeline.now())
}

async function call(play: Play, reply: AssistantMessage, isHuman: boolean): Promise<void> {
  const { talk, till, usual, timeline, state, options, ports, tally } = play
  const { modelName, model } = till.asked()
  const startMs = timeline.now()
  const output = reply.parts.reduce((sum, part) => sum + ports.counter.part(part), 0)
  const estimatedTokens = talk.tokens()
  const { thresholdTokens } = state.budget
  const sizes = { promptTokens: estimatedTokens, thresholdTokens }
  const moment = { startMs, replyMs: startMs + replyAfterMs, isHuman, isFresh: state.isFresh, ...sizes }
  const paid = till.call(talk.request(), moment, output)
  usual.call(moment, output)
  const spent = till.totals()
  const { input, cacheRead, cacheWrite, promptTokens } = tally.note({
    session: talk.session().id,
    model: modelName,
    atMs: startMs - options.startMs,
    call: paid,
    outputTokens: output,
    unmanagedTokens: state.unmanagedTokens,
    unmanagedUsd: till.price(state.unmanagedTokens, output),
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
  await talk.append([reply], timeline.now(), { input, output, cacheRead, cacheWrite, ...hours })
  hear(play, [reply])
  const shownTokens = play.counter.message(reply)
  if (dropsThinking(model)) state.thoughtTokens += shownTokens - play.counter.message(withoutThinking(reply))
  state.isFresh = false
  state.reportedTokens = promptTokens
  const reading = { route: modelName, reportedTokens: promptTokens, estimatedTokens }
  state.calibration = calibrate(state.calibration, reading)
  const host = { store: ports.store, now: timeline.now }
  await noteReading(host, talk.session().conversation, { thresholdTokens, askedAt: startMs, ...reading })
}
