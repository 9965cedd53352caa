import type { Transcript } from '@palimpsest/core/message'
import { billsJson, unbilledKey } from '@palimpsest/core/store'
import { addBilled, type BilledUsage } from '@palimpsest/core/tokens'
import { chatJson } from './compact-replay.ts'
import { gapName } from './gap.ts'
import { createPlay, mostTokens, type Play } from './play.ts'
import { playStep } from './play-step.ts'
import type { ReplayOptions, ReplayPorts } from './replay-options.ts'
import type { ReplayResult } from './replay-result.ts'
import { stepsOf } from './steps.ts'
import { addUsd } from './usd.ts'

/** After so many calls others may run: they may want to stop it. */
const callsPerPause = 10

/**
 * Drives a transcript through the real machinery as if it happened now: each message that a model wrote is one call of
 * the provider, with all before it as the prompt. The same transcript, options and ids give the same result.
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
  play.bills.wait(Number.POSITIVE_INFINITY, 'person')
  await keepOwed(play)
  return resultOf(play)
}

/** No message carries what keep-alives took, and summaries that came to nothing, so it is left with the conversation. */
async function keepOwed({ ports, conversation, bills, tally }: Play): Promise<void> {
  const waste = tally.waste.map((each) => ({ ...each, calls: 1, usage: {} }))
  const taken = [...bills.keepAlives(), ...waste].filter(({ calls }) => calls > 0)
  if (taken.length === 0) return
  const costUsd = addUsd(...taken.map((each) => each.costUsd))
  await ports.store.state.set(conversation.session().conversation, unbilledKey, {
    usage: { ...taken.reduce<BilledUsage>((sum, { usage }) => addBilled(sum, usage), {}) },
    calls: taken.reduce((sum, { calls }) => sum + calls, 0),
    ...(costUsd !== null && { costUsd }),
    bills: billsJson(taken.map((each) => ({ ...each, costUsd: each.costUsd ?? undefined }))),
  })
}

function resultOf(play: Play): ReplayResult {
  const { options, ports, conversation, bills, tally, usual, timeline, notices } = play
  const { strategy } = options
  const totals = tally.totals({
    totals: bills.totals(),
    strategy,
    usual: usual.total(),
    mostTokens: mostTokens(options),
    oracle: bills.oracle(),
    virtualMs: timeline.now() - options.startMs,
    wallMs: Math.round(ports.elapsedMs()),
  })
  return {
    file: options.file,
    conversation: conversation.session().conversation,
    model: options.modelName,
    contextLength: options.window.contextTokens,
    thresholdTokens: play.state.budget.thresholdTokens,
    cacheStrategy: strategy,
    gap: gapName(options.gap),
    calls: tally.calls,
    compactions: tally.compactions,
    totals,
    pauses: bills.memory().pauses,
    final: { messages: chatJson(conversation.request().messages) },
    notices: [...notices],
  }
}
