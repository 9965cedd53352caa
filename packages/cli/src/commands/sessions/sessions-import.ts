import { isFailure } from '@palimpsest/core/errors'
import { interruption, UserError } from '../../errors/user-error.ts'
import { findTranscripts } from '../../files/find-transcripts.ts'
import type { LoadOptions } from '../../files/load-transcript.ts'
import type { DatabaseOptions } from '../../home/location.ts'
import { type Imported, type ImportPlace, importFile } from '../../import/import-file.ts'
import { importReport, leftOut, wholeSoFar } from '../../import/import-report.ts'
import { type ReadImport, readImport } from '../../import/read-import.ts'
import { createTranscriptLookup } from '../../store/transcript-lookup.ts'
import { withStore } from '../../store/with-store.ts'
import { cleanConversation } from '../../store/without-secrets.ts'
import type { Io } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'
import { createProgress } from '../../terminal/progress-line.ts'
import { said } from '../../terminal/said.ts'

export interface ImportOptions extends DatabaseOptions, LoadOptions {
  readonly title?: string
  readonly json?: boolean
}

/** `palimpsest sessions import FILE…`: exported conversations as they were, transcripts as new conversations. */
export async function importSessions(names: readonly string[], options: ImportOptions, io: Io): Promise<void> {
  const { files, isSingle } = await findTranscripts(names)
  if (options.title !== undefined && !isSingle)
    throw new UserError('--title is for one file', { remedy: 'Leave out --title, or import one file at a time.' })
  const run: Run = { files: files.map(({ file }) => file), isSingle, options, done: [], failures: [] }
  // What is kept is told even where the rest could not be.
  await importAll(run, io).finally(() => show(run, io))
  const [failure] = run.failures
  if (failure !== undefined) throw isSingle ? failure : leftOut(run.failures, files.length)
}

interface Run {
  readonly files: readonly string[]
  readonly isSingle: boolean
  readonly options: ImportOptions
  readonly done: Imported[]
  readonly failures: UserError[]
}

/** The database is made only once there is something to keep in it. */
async function importAll(run: Run, io: Io): Promise<void> {
  const readable = readAll(run, io)
  const first = await readable.next()
  if (first.done) return
  const progress = createProgress(run.files.length, 'message', io)
  const { title } = run.options
  const onProgress = (messages: number, total: number) => {
    if (messages < total) stopIfAsked(run, io)
    progress.step(messages, total)
  }
  await withStore({ ...run.options, create: true }, io, async (store) => {
    const lookup = await createTranscriptLookup(store)
    const place = { store, lookup, onProgress, ...(title !== undefined && { title }) }
    await keep(first.value, place, run)
    for await (const read of readable) {
      progress.next()
      await keep(read, place, run)
    }
  }).finally(progress.clear)
}

/** Files are read only when their turn comes; one that cannot be is left out. */
async function* readAll(run: Run, io: Io): AsyncGenerator<ReadImport, undefined> {
  for (const file of run.files) {
    stopIfAsked(run, io)
    try {
      yield await readImport(file, run.options, io)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      run.failures.push(error)
    }
  }
}

async function keep(read: ReadImport, place: ImportPlace, { done, failures }: Run): Promise<void> {
  try {
    done.push(await importFile(read, place))
  } catch (error) {
    if (isFailure(error, 'store/invalid')) failures.push(new UserError(`${read.file}: ${error.message}`))
    else if (error instanceof UserError && error.exitCode !== 130) failures.push(error)
    else throw error
  }
}

function stopIfAsked(run: Run, io: Io): void {
  if (io.interrupted.aborted) throw interruption(wholeSoFar(run.done, run.files.length))
}

/** One file prints what it always did: its conversation. Several print one line, or one item of a list, each. */
function show({ done, isSingle, options }: Run, io: Io): void {
  const [only] = done
  if (isSingle && only === undefined) return
  if (options.json && isSingle && only !== undefined) printJson(cleanConversation(only.conversation), io)
  else if (options.json) printJson(done.map(asJson), io)
  else for (const { file, conversation } of done) io.out(`${conversation.id}${isSingle ? '' : `  ${said(file)}`}\n`)
  for (const line of importReport(done, isSingle)) io.err(`${line}\n`)
}

function asJson({ file, outcome, added, conversation }: Imported) {
  return { ...cleanConversation(conversation), file, outcome, added }
}
