import { type ChannelPauses, learnChannel } from '@palimpsest/core/cache'
import { counterFor, type Replayed, simulation } from '../compose.ts'
import { refuseFull } from '../compress/budget-for.ts'
import { commandOf, type SummarizerOptions } from '../compress/summarizer-for.ts'
import { UserError } from '../errors/user-error.ts'
import { findTranscripts } from '../files/find-transcripts.ts'
import { type LoadOptions, loadTranscript } from '../files/load-transcript.ts'
import { refuseUnwritable, writeWholeFile } from '../files/write-whole-file.ts'
import { engines, tokenizers } from '../options/choices.ts'
import { type ReplayOrder, type ReplayTask, replayFile } from '../replay/replay-file.ts'
import { type PlanOptions, sizedBy } from '../replay/replay-plan.ts'
import { replayLegend, replayReport, totalReport } from '../replay/replay-report.ts'
import { coloursFor } from '../terminal/colours.ts'
import { countNoun } from '../terminal/count-noun.ts'
import type { Io } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
import { createProgress } from '../terminal/progress-line.ts'
import { said } from '../terminal/said.ts'

export interface ReplayCommandOptions extends LoadOptions, PlanOptions, SummarizerOptions {
  readonly example?: number | true
  readonly db?: string
  readonly engine?: string
  readonly tokenizer?: string
  readonly html?: string
  readonly json?: boolean
}

/** `palimpsest replay FILE…`: what would have happened, and what it would have cost. */
export async function replayAction(names: readonly string[], options: ReplayCommandOptions, io: Io): Promise<void> {
  const order = await orderOf(options)
  const { tasks, isSingle } = await tasksOf(names, options, io)
  if (options.html !== undefined) await refuseUnwritable(options.html)
  const { results, unread } = await replayAll(tasks, { order, options }, io)
  if (results.length === 0 && unread.length > 0) throw unreadable(unread)
  if (results.length === 0)
    throw new UserError('none of the files could be replayed', { remedy: 'See above why.', exitCode: 1 })
  if (options.json) printJson(isSingle && results[0] ? results[0] : results, io)
  else if (results.length > 1) io.out(totalReport(results, { columns: io.columns, colours: coloursFor(io) }))
  if (!options.json) io.out(replayLegend(results, { columns: io.columns, colours: coloursFor(io) }))
  if (options.html !== undefined) await writeHtml(options.html, results, io)
  if (unread.length > 0) throw unreadable(unread)
}

function unreadable(errors: readonly UserError[]): UserError {
  const [only] = errors
  if (errors.length === 1 && only !== undefined) return only
  return new UserError(errors.map(({ message }) => message).join('\n'), { remedy: 'All other files were replayed.' })
}

async function orderOf(options: ReplayCommandOptions): Promise<ReplayOrder> {
  const command = commandOf(options)
  const { engine = engines[0], tokenizer = tokenizers[0] } = options
  return { ...options, engine, counter: await counterFor(tokenizer), ...(command !== undefined && { command }) }
}

const exampleNotice =
  'This session is made up, and its pauses are drawn: replay your own. What recorded sessions cost with their own pauses is in docs/results.md.'

/** Files are read only when their turn comes. */
type Reading = () => Promise<ReplayTask>

interface Tasks {
  readonly tasks: readonly { readonly file: string; readonly isNamed: boolean; readonly read: Reading }[]
  readonly isSingle: boolean
}

async function tasksOf(names: readonly string[], options: ReplayCommandOptions, io: Io): Promise<Tasks> {
  if (options.example !== undefined) {
    if (names.length > 0)
      throw new UserError('--example takes no files', { remedy: 'Leave out --example, or the files.' })
    const seed = options.example === true ? 1 : options.example
    const file = 'example session'
    const { makeExample } = await simulation()
    const read = async () => ({ file, transcript: makeExample({ seed }), notice: exampleNotice })
    return { tasks: [{ file, isNamed: true, read }], isSingle: true }
  }
  if (names.length === 0)
    throw new UserError('no transcript was named', {
      remedy: 'Name files, folders or patterns; or try palimpsest replay --example.',
    })
  const { files, isSingle } = await findTranscripts(names)
  const reading = (file: string): Reading => {
    return async () => {
      const { transcript } = await loadTranscript(file, options, io)
      // The window is that of each file's own model, so what does not fit one concerns that file alone.
      if (!isSingle) refuseFull(transcript, sizedBy(transcript, options), `${file}: `)
      return { file, transcript }
    }
  }
  return { tasks: files.map((found) => ({ ...found, read: reading(found.file) })), isSingle }
}

interface Run {
  readonly order: ReplayOrder
  readonly options: ReplayCommandOptions
}

interface Ran {
  readonly results: readonly Replayed[]
  /** Errors of files that were named: what could be replayed is kept, but it is not all that was asked for. */
  readonly unread: readonly UserError[]
}

/** A file that cannot be read is left out; one that nobody named is no error. */
async function replayAll(tasks: Tasks['tasks'], { order, options }: Run, io: Io): Promise<Ran> {
  const progress = createProgress(tasks.length, 'call', io)
  const results: Replayed[] = []
  const unread: UserError[] = []
  let skipped = 0
  let known: ChannelPauses | undefined
  for (const { file, isNamed, read } of tasks) {
    const task = await read().catch((error: unknown) => {
      if (!(error instanceof UserError) || error.exitCode === 130) throw error
      if (isNamed) return void unread.push(error)
      progress.clear()
      io.err(`Left out: ${said(error.message)}\n`)
      skipped++
    })
    if (task !== undefined) {
      const teller = tasks.length === 1 ? io : { ...io, err: (text: string) => io.err(`${said(file)}: ${text}`) }
      const result = await replayFile({ ...task, file, onCall: progress.step, ...(known && { known }) }, order, teller)
      known = learnChannel(known, result.pauses)
      results.push(result)
      progress.clear()
      if (!options.json) io.out(replayReport(result, { columns: io.columns, colours: coloursFor(io) }))
    }
    progress.next()
  }
  if (skipped > 0) io.err(`${countNoun(skipped, 'file')} left out.\n`)
  return { results, unread }
}

async function writeHtml(file: string, results: readonly Replayed[], io: Io): Promise<void> {
  const { writeReport } = await import('../report/report.ts')
  await writeWholeFile(file, [writeReport(results)])
  io.err(`The report is in ${file}.\n`)
}
