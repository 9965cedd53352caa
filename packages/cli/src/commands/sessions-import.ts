import { basename } from 'node:path'
import { type ConversationId, isFailure, type SessionStore, type Transcript } from '@palimpsest/core'
import { type LoadOptions, parseTranscript } from '../load-transcript.ts'
import { readText } from '../read-text.ts'
import { isDump, readDump } from '../store/dump-lines.ts'
import { keepTranscript } from '../store/keep-transcript.ts'
import type { DatabaseOptions } from '../store/location.ts'
import { messageText } from '../store/message-text.ts'
import { withStore } from '../store/with-store.ts'
import { count } from '../terminal/count.ts'
import type { Io } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
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
  if (options.json) printJson(conversation, io)
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
  const title = options.title ?? titleOf(transcript) ?? (file === '-' ? undefined : basename(file))
  return (store: SessionStore) =>
    keepTranscript(store, transcript, { ...(title !== undefined && { title }), onProgress })
}

const titleCharacters = 80

/** The user's first words name a conversation better than its file. */
function titleOf({ messages }: Transcript): string | undefined {
  const first = messages.find(({ role, parts }) => role === 'user' && parts.some(({ type }) => type === 'text'))
  if (first === undefined) return undefined
  const words = messageText(first).slice(0, 1000).replace(/\s+/g, ' ').trim()
  const characters = [...words]
  if (characters.length <= titleCharacters) return words === '' ? undefined : words
  return `${characters.slice(0, titleCharacters - 1).join('')}…`
}
