import type { ChannelPauses } from '@palimpsest/core/cache'
import type { Transcript } from '@palimpsest/core/message'
import { conversationId, type SessionStore } from '@palimpsest/core/store'
import type { Counter } from '@palimpsest/core/tokens'
import { openMemoryStore, type Replayed, replaying } from '../compose.ts'
import { assumedWindow } from '../compress/budget-for.ts'
import { createSummarizer } from '../compress/summarizer-for.ts'
import { interruption } from '../errors/user-error.ts'
import { resultsFolder } from '../home/location.ts'
import { keepEnvelope } from '../store/transcript-envelope.ts'
import { withStore } from '../store/with-store.ts'
import type { Io } from '../terminal/io.ts'
import { keepNoResults, keepResultsIn } from './keep-result.ts'
import { replayNotices } from './replay-notices.ts'
import { type PlanOptions, planFor, sizedBy } from './replay-plan.ts'
import { replayWorld } from './replay-world.ts'

/** The options for replaying all files of a run. */
export interface ReplayOrder extends PlanOptions {
  readonly db?: string
  readonly engine: string
  readonly counter: Counter
  /** Shell command that writes summaries. */
  readonly command?: string
  readonly summarizerContextLength?: number
}

/** One transcript to be replayed. */
export interface ReplayTask {
  readonly file: string
  readonly transcript: Transcript
  readonly onCall?: (done: number, total: number) => void
  /** A notice about it. */
  readonly notice?: string
  /** The pauses of people in the files before it: a planner would have learned them. */
  readonly known?: ChannelPauses
}

/** Replays one transcript in a store of its own, or in the database that was named. */
export async function replayFile(task: ReplayTask, order: ReplayOrder, io: Io): Promise<Replayed> {
  const { db } = order
  if (db !== undefined) return withStore({ db, create: true }, io, (store) => replayIn(store, task, order, io))
  const store = await openMemoryStore()
  try {
    return await replayIn(store, task, order, io)
  } finally {
    await store.end()
  }
}

async function replayIn(store: SessionStore, task: ReplayTask, order: ReplayOrder, io: Io): Promise<Replayed> {
  const { file, transcript, onCall, known } = task
  const { db, engine, counter, command } = order
  const isKept = db !== undefined
  const hasModel = command !== undefined
  const plan = planFor(
    transcript,
    order,
    { file, hasModel, startMs: isKept ? Date.now() : 0, ...(known && { known }) },
    io,
  )
  const summarizer = await createSummarizer(command, order.summarizerContextLength ?? plan.window.contextTokens, io)
  const keepResult = isKept ? keepResultsIn(resultsFolder(db, io)) : keepNoResults
  const { contextTokens } = plan.window
  const parts = { store, isKept, engine, counter, summarizer, keepResult, contextTokens }
  const world = replayWorld({ ...parts, ...(onCall && { onCall }) }, io)
  const { replayTranscript } = await replaying()
  try {
    const result = await replayTranscript(transcript, plan, world, io.interrupted)
    if (isKept) await keepEnvelope(store, conversationId(result.conversation), transcript)
    const guess = assumedWindow(transcript, sizedBy(transcript, order))
    const told = [task.notice, guess].filter((notice) => notice !== undefined)
    return { ...result, notices: [...told, ...replayNotices(result), ...result.notices] }
  } catch (error) {
    if (io.interrupted.aborted) throw interruption('What was replayed so far is kept only with --db.')
    throw error
  }
}
