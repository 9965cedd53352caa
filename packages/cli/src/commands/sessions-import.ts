import { basename } from 'node:path'
import { type ConversationId, entryId, isFailure, redact, type SessionStore, type Transcript } from '@palimpsest/core'
import { activeTask } from '@palimpsest/core/engine'
import { type LoadOptions, parseTranscript } from '../load-transcript.ts'
import { readText } from '../read-text.ts'
import { isDump, readDump } from '../store/dump-lines.ts'
import { keepTranscript } from '../store/keep-transcript.ts'
import type { DatabaseOptions } from '../store/location.ts'
import { withStore } from '../store/with-store.ts'
import { count } from '../terminal/count.ts'
import type { Io } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
import { said } from '../terminal/said.ts'
import { cleanConversation } from '../terminal/without-secrets.ts'
import { interruption, UserError } from '../user-error.ts'

export interface ImportOptions extends DatabaseOptions, LoadOptions {
  readonly title?: string
  readonly json?: boolean
}

/** `palimpsest sessions import FILE`: an exported conversation as it was, or a transcript as a new conversation. */
export async function importSession(file: string, options: ImportOptions, io: Io): Promise<void> {
  const text = await readText(file, io, options.maxMb)
  const isLossless = options.format === undefined && isDump(text)
  const keep = isLossless
    ? (store: SessionStore) => loadDump(store, file, text)
    : keepFile(file, transcriptIn(file, text, options), options, io)
  const conversation = await withStore({ ...options, create: true }, io, async (store) => {
    const id = await keep(store)
    return store.conversation(id)
  })
  if (conversation === undefined) throw new Error(`${file} was imported, but cannot be found`)
  if (options.json) printJson(cleanConversation(conversation), io)
  else io.out(`${conversation.id}\n`)
  io.err(`Imported ${count(conversation.messages, 'message')}.\n`)
}

function transcriptIn(file: string, text: string, options: ImportOptions): Transcript {
  const { transcript } = parseTranscript(file, text, options)
  if (transcript.messages.length === 0)
    throw new UserError(`${file} holds no messages`, { remedy: 'Give a transcript with at least one message.' })
  return transcript
}

async function loadDump(store: SessionStore, file: string, text: string): Promise<ConversationId> {
  try {
    return (await store.load(readDump(file, text))).id
  } catch (error) {
    if (!isFailure(error, 'store/invalid')) throw error
    throw new UserError(`${file}: ${error.message}`, {
      remedy:
        'If the file was damaged, export the conversation again. If it is here already, delete it first, or import into another database with --db.',
    })
  }
}

/** From this many messages on an import takes long enough to wonder. */
const longImport = 2000

function keepFile(file: string, transcript: Transcript, options: ImportOptions, io: Io) {
  const total = transcript.messages.length
  const showsProgress = io.showsProgress && total >= longImport
  const onProgress = (messages: number) => {
    if (io.interrupted.aborted && messages < total) throw interruption('Nothing was imported.')
    if (showsProgress) io.err(`\r${messages} of ${count(total, 'message')}${messages === total ? '\n' : ''}`)
  }
  const title = titleFor(file, transcript, options)
  return (store: SessionStore) =>
    keepTranscript(store, transcript, { ...(title !== undefined && { title }), onProgress })
}

const titleCharacters = 80
/** What a runtime says before the first person does takes a few messages, and a title is not worth a long search. */
const openingMessages = 50

/** A title is shown in every list, so no secret gets into one. */
function titleFor(file: string, transcript: Transcript, { title }: ImportOptions): string | undefined {
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
