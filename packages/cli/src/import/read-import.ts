import type { Transcript } from '@palimpsest/core/message'
import { UserError } from '../errors/user-error.ts'
import { type LoadOptions, parseTranscript } from '../files/load-transcript.ts'
import { readText } from '../files/read-text.ts'
import { isDump } from '../store/dump-lines.ts'
import type { Io } from '../terminal/io.ts'

/** A file that can be imported: a conversation as `sessions export` wrote it, or a transcript. */
export type ReadImport =
  | { readonly kind: 'dump'; readonly file: string; readonly text: string }
  | { readonly kind: 'transcript'; readonly file: string; readonly transcript: Transcript }

export async function readImport(file: string, options: LoadOptions, io: Io): Promise<ReadImport> {
  const text = await readText(file, io, options.maxMb)
  if (options.format === undefined && isDump(text)) return { kind: 'dump', file, text }
  const { transcript } = parseTranscript(file, text, options)
  if (transcript.messages.length === 0)
    throw new UserError(`${file} holds no messages`, { remedy: 'Give a transcript with at least one message.' })
  return { kind: 'transcript', file, transcript }
}
