import type { Receipt } from '@palimpsest/core/engine'
import type { Format, Transcript } from '@palimpsest/core/message'
import { redact } from '@palimpsest/core/redact'
import type { Counter } from '@palimpsest/core/tokens'
import { counterFor } from '../compose.ts'
import { messagesJson, receiptJson } from '../compress/as-json.ts'
import { budgetFor, type WindowOptions } from '../compress/budget-for.ts'
import { compressReport } from '../compress/compress-report.ts'
import { type CompressedFile, compressTranscript } from '../compress/compress-transcript.ts'
import { commandOf, createSummarizer, type Summarizer, type SummarizerOptions } from '../compress/summarizer-for.ts'
import { findUnseen, type Unseen } from '../compress/unseen.ts'
import { unseenJson } from '../compress/unseen-json.ts'
import { interruption, UserError } from '../errors/user-error.ts'
import { type LoadOptions, loadTranscript } from '../files/load-transcript.ts'
import { engines, tokenizers } from '../options/choices.ts'
import { coloursFor } from '../terminal/colours.ts'
import type { Io } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
import { put } from './convert.ts'

export interface CompressActionOptions extends LoadOptions, WindowOptions, SummarizerOptions {
  readonly out?: string
  readonly engine?: string
  readonly focus?: string
  readonly force?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly diff?: string
  readonly tokenizer?: string
}

/** `palimpsest compress FILE`: the same conversation, small enough for its window, in the format it came in. */
export async function compressAction(file: string, options: CompressActionOptions, io: Io): Promise<void> {
  const command = commandOf(options)
  const { format, transcript } = await loadTranscript(file, options, io)
  const budget = budgetFor(transcript, options, io)
  const counter = await counterFor(options.tokenizer ?? tokenizers[0])
  const summarizer = await createSummarizer(command, options.summarizerContextLength ?? budget.contextTokens, io)
  const { engine = engines[0], force = false, focus, model } = options
  const asked = { ...(focus !== undefined && { focus }), ...(model !== undefined && { model }) }
  const order = { engine, budget, counter, summarizer, force, ...asked }
  const compressed = await compressTranscript(transcript, order, io)
  if (io.interrupted.aborted) throw interruption('Nothing was written.')
  const result = { file, format, transcript, compressed, summarizer, counter }
  await writeResult(result, options, io)
  if (options.json) printResult(result, options, io)
  if (!options.dryRun) await compressed.tellPlugins()
  tell(result, options, io)
}

interface Result {
  readonly file: string
  readonly format: Format
  /** As it was read. */
  readonly transcript: Transcript
  readonly compressed: CompressedFile
  readonly summarizer: Summarizer
  readonly counter: Counter
}

/** A rehearsal has no conversation to hand over, only its receipt. */
function printResult(result: Result, { dryRun, diff }: CompressActionOptions, io: Io): void {
  const { receipt } = result.compressed
  printJson(
    {
      ...endingOf(result.compressed),
      ...(dryRun ? { dryRun } : { messages: messagesJson(result.compressed.transcript, result.format) }),
      receipt: receiptJson(receipt, result.summarizer.wasAsked()),
      ...(diff !== undefined && { diff: unseenJson(unseenIn(result), diff === 'full') }),
    },
    io,
  )
}

/** The outcome, and the reason where nothing was changed. */
function endingOf(compressed: CompressedFile) {
  const { outcome } = compressed
  return compressed.outcome === 'committed'
    ? { outcome }
    : { outcome, reason: compressed.reason, detail: compressed.detail }
}

function unseenIn({ compressed, counter }: Result): readonly Unseen[] {
  const { before, after, receipt } = compressed
  return findUnseen(before, after, counter, receipt.summary.by !== 'none')
}

function isStdout(out: string | undefined): boolean {
  return out === undefined || out === '-'
}

/** A pipe always gets a conversation, be it the old one; a file is replaced only by what was asked for. */
async function writeResult(result: Result, { out, json, dryRun }: CompressActionOptions, io: Io): Promise<void> {
  if (dryRun || (json && isStdout(out))) return
  if (result.compressed.outcome === 'failed' && !isStdout(out)) return
  await put(result.compressed.transcript, result.format, { ...(out !== undefined && { out }) }, io)
}

function tell(result: Result, options: CompressActionOptions, io: Io): void {
  const { compressed } = result
  switch (compressed.outcome) {
    case 'committed':
      io.err(authorNotice(compressed.receipt, result, options))
      showReport(result, compressed.receipt, options, io)
      break
    case 'unchanged':
      io.err(`Unchanged: ${compressed.detail}\n`)
      break
    case 'failed':
      throw new UserError(compressed.detail, { remedy: 'The conversation is as it was.', exitCode: 1 })
  }
}

/** Shows the report; if the conversation itself is printed, only for a person who watches. */
function showReport(result: Result, receipt: Receipt, options: CompressActionOptions, io: Io): void {
  const isTaken = !options.dryRun && isStdout(options.out)
  if (options.json || (isTaken && !io.showsProgress)) return
  const text = report(result, receipt, options, io)
  if (isTaken) io.err(text)
  else io.out(text)
}

/** Nobody should take a mechanical summary for a model's without knowing why it is one. */
function authorNotice(
  { summary }: Receipt,
  { summarizer, compressed }: Result,
  { summarizer: wanted }: CompressActionOptions,
): string {
  if (summary.by !== 'mechanical' || wanted === 'mechanical') return ''
  if (summarizer.models.length === 0)
    return 'The summary is mechanical: no summary model was asked, so code wrote it from the facts it could read. Name a program that writes better ones with --summarizer-command.\n'
  return `The summary is mechanical. ${summarizer.failure() ?? unusable(compressed)}\n`
}

/** Describes what was wrong with the answers. */
function unusable({ failures }: CompressedFile): string {
  const why = failures.find(({ cause }) => cause === 'invalid-output')?.message
  return `No answer of the summarizer command could be used${why === undefined ? '' : `: ${redact(why).text}`}.`
}

function report(result: Result, receipt: Receipt, { diff, model }: CompressActionOptions, io: Io): string {
  const { file, format, transcript } = result
  return compressReport(receipt, {
    title: [file, format, model ?? transcript.model].filter((piece) => piece !== undefined).join(' · '),
    unseen: unseenIn(result),
    showsAll: diff === 'full',
    columns: io.columns,
    colours: coloursFor(io),
  })
}
