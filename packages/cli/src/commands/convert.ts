import type { Format, Transcript } from '@palimpsest/core/message'
import { type Loss, type LossKind, writeTranscript } from '@palimpsest/core/wire'
import { UserError } from '../errors/user-error.ts'
import { checkFormat, type LoadOptions, loadTranscript } from '../files/load-transcript.ts'
import { writeWholeFile } from '../files/write-whole-file.ts'
import type { Io } from '../terminal/io.ts'
import { oneLine } from '../terminal/width.ts'

export interface ConvertOptions extends LoadOptions {
  readonly to: string
  readonly out?: string
  readonly strict?: boolean
}

/** `palimpsest convert FILE --to FORMAT`: the same conversation in another format. */
export async function convert(file: string, options: ConvertOptions, io: Io): Promise<void> {
  const to = checkFormat(options.to, '--to')
  const { transcript } = await loadTranscript(file, options, io)
  await put(transcript, to, options, io)
}

/** Writes a transcript to a file or to standard output, and reports what the format could not express. */
export async function put(
  transcript: Transcript,
  to: Format,
  options: Pick<ConvertOptions, 'out' | 'strict'>,
  io: Io,
): Promise<void> {
  const { text, losses } = writeTranscript(transcript, to)
  for (const line of lossLines(losses, to)) io.err(`${line}\n`)
  if (options.strict && losses.length > 0) {
    throw new UserError(`nothing was written: ${to} cannot say all of it`, {
      remedy: 'Leave out --strict to convert what it can say.',
      exitCode: 1,
    })
  }
  if (options.out === undefined || options.out === '-') io.out(text)
  else await writeWholeFile(options.out, [text])
}

const shownPerKind = 3

/** One line for each kind of loss, with a few examples: a long session can lose the same thing a thousand times. */
function lossLines(losses: readonly Loss[], to: Format): readonly string[] {
  const kinds = new Map<LossKind, Loss[]>()
  for (const loss of losses) {
    const same = kinds.get(loss.kind)
    if (same === undefined) kinds.set(loss.kind, [loss])
    else same.push(loss)
  }
  return [...kinds].map(([kind, found]) => {
    const examples = found
      .slice(0, shownPerKind)
      .map(({ message, detail }) => oneLine(message === undefined ? detail : `#${message} ${detail}`))
    const more = found.length > examples.length ? '; …' : ''
    return `${to} cannot say: ${kind} (${found.length}): ${examples.join('; ')}${more}`
  })
}
