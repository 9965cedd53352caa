import { owedKey, type Transcript } from '@palimpsest/core'
import { gapName } from './gap.ts'
import { createPlay, type Play } from './play.ts'
import { playStep } from './play-step.ts'
import type { ReplayOptions, ReplayPorts } from './replay-options.ts'
import type { ReplayResult } from './replay-result.ts'
import { chatJson } from './room.ts'
import { stepsOf } from './steps.ts'

/** After so many calls others may run: they may want to stop it. */
const callsPerPause = 10

/**
 * Drives a transcript through the real machinery as if it happened now: each assistant message is one call of the
 * provider, with all before it as the prompt. The same transcript, options and ids give the same result.
 */
export async function replay(
  transcript: Transcript,
  options: ReplayOptions,
  ports: ReplayPorts,
  signal: AbortSignal,
): Promise<ReplayResult> {
  const steps = stepsOf(transcript.messages)
  const total = steps.filter(({ reply }) => reply !== undefined).length
  const play = await createPlay(transcript, options, ports)
  for (const [i, step] of steps.entries()) {
    if (i % callsPerPause === 0) await ports.pause()
    signal.throwIfAborted()
    await playStep(play, step, signal)
    ports.onCall?.(play.tally.calls.length, total)
  }
  // Nobody comes back, but whoever keeps a cache warm cannot know.
  play.till.wait(Number.POSITIVE_INFINITY, 'person')
  await keepOwed(play)
  return resultOf(play)
}

/** No message carries what keep-alives took, so it is left with the conversation. */
async function keepOwed({ options, ports, talk, till }: Play): Promise<void> {
  const { calls, usage, costUsd } = till.totals()[options.strategy].keepAlives
  if (calls === 0) return
  const owed = { usage: { ...usage }, calls, ...(costUsd !== null && { costUsd }) }
  await ports.store.state.set(talk.session().conversation, owedKey, owed)
}

function resultOf(play: Play): ReplayResult {
  const { options, ports, talk, till, tally, timeline, notices } = play
  const { strategy } = options
  const totals = tally.totals({
    lanes: till.totals(),
    strategy,
    oracle: till.oracle(),
    virtualMs: timeline.now() - options.startMs,
    wallMs: Math.round(ports.elapsedMs()),
  })
  return {
    file: options.file,
    conversation: talk.session().conversation,
    model: options.modelName,
    contextLength: options.window.contextTokens,
    thresholdTokens: play.state.budget.thresholdTokens,
    cacheStrategy: strategy,
    gap: gapName(options.gap),
    calls: tally.calls,
    compactions: tally.compactions,
    totals,
    final: { messages: chatJson(talk.request().messages) },
    notices: [...notices],
  }
}
