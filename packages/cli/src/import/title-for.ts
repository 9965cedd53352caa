import { basename } from 'node:path'
import { activeTask } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import type { Transcript } from '@palimpsest/core/message'
import { redact } from '@palimpsest/core/redact'
import { said } from '../terminal/said.ts'

const titleCharacters = 80
/** Maximum messages searched: a runtime's own preamble takes a few, and a title is not worth a long search. */
const openingMessages = 50

/** Returns the title of an imported transcript. A title is shown in every list, so it must contain no secret. */
export function titleFor(file: string, transcript: Transcript, title?: string): string | undefined {
  if (title !== undefined) return redact(title).text
  return firstWords(transcript) ?? (file === '-' ? undefined : basename(file))
}

/** The user's first words name a conversation better than its file; what a runtime said in their name does not. */
function firstWords({ messages }: Transcript): string | undefined {
  for (const message of messages.slice(0, openingMessages)) {
    const words = activeTask([{ id: entryId(''), message }])
    if (words !== undefined) return said(words, titleCharacters)
  }
  return undefined
}
