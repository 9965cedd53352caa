import { isFailure } from '@palimpsest/core/errors'
import type { Format } from '@palimpsest/core/message'
import { formats, type ReadTranscript, readTranscript } from '@palimpsest/core/wire'
import { UserError } from '../errors/user-error.ts'
import type { Io } from '../terminal/io.ts'
import { readText } from './read-text.ts'

export interface LoadOptions {
  readonly format?: string
  readonly mend?: boolean
  readonly maxMb?: number
}

/** Reads a transcript file of any format; errors are reported with file and line. */
export async function loadTranscript(file: string, options: LoadOptions, io: Io): Promise<ReadTranscript> {
  return parseTranscript(file, await readText(file, io, options.maxMb), options)
}

/** The same for a file whose text is at hand. */
export function parseTranscript(file: string, text: string, options: LoadOptions): ReadTranscript {
  const format = options.format === undefined ? undefined : checkFormat(options.format, '--format')
  try {
    return readTranscript(text, { ...(format && { format }), mend: options.mend ?? false })
  } catch (error) {
    if (!isFailure(error, 'transcript/unreadable')) throw error
    const { line, column, remedy } = error.detail
    const place = [file, line, column].filter((piece) => piece !== undefined).join(':')
    throw new UserError(`${place}: ${error.message}`, { remedy })
  }
}

export function checkFormat(name: string, option: string): Format {
  const format = formats.find((known) => known === name)
  if (format === undefined)
    throw new UserError(`${option}: there is no format "${name}"`, { remedy: `Use one of: ${formats.join(', ')}.` })
  return format
}
