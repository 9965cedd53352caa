import { basename } from 'node:path'
import { entryId, redact, type Transcript } from '@palimpsest/core'
import { activeTask } from '@palimpsest/core/engine'
import { said } from '../terminal/said.ts'

const titleCharacters = 80
/** What a runtime says before the first person does takes a few messages, and a title is not worth a long search. */
const openingMessages = 50

/** What an imported transcript is called. A title is shown in every list, so no secret gets into one. */
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
