import { keepPauses } from '@palimpsest/core/cache'
import { isFailure } from '@palimpsest/core/errors'
import { recordedHabits } from '@palimpsest/core/recorded'
import type { Conversation, ConversationId, SessionStore } from '@palimpsest/core/store'
import { UserError } from '../errors/user-error.ts'
import { readDumpLines } from '../store/dump-lines.ts'
import { holdsDump } from '../store/holds-dump.ts'
import { continueConversation, keepTranscript } from '../store/keep-transcript.ts'
import type { TranscriptLookup } from '../store/transcript-lookup.ts'
import type { ReadImport } from './read-import.ts'
import { titleFor } from './title-for.ts'

/** The result of importing a file. */
export interface Imported {
  readonly file: string
  /** `continued`: the file goes on where a conversation ended, which has the rest of it now. */
  readonly outcome: 'imported' | 'continued' | 'already-here'
  readonly conversation: Conversation
  /** Number of messages it added. */
  readonly added: number
  /** Another conversation that begins with the same messages, as many as `shared`. */
  readonly parted?: { readonly id: ConversationId; readonly shared: number }
}

/** The place where files are kept. */
export interface ImportPlace {
  readonly store: SessionStore
  readonly lookup: TranscriptLookup
  readonly title?: string
  readonly onProgress: (messages: number, total: number) => void
}

/** Keeps one file, unless all of it is there already. */
export async function importFile(read: ReadImport, place: ImportPlace): Promise<Imported> {
  return read.kind === 'dump' ? importDump(read, place) : importTranscript(read, place)
}

type ReadOf<Kind> = Extract<ReadImport, { readonly kind: Kind }>

async function importTranscript({ file, transcript }: ReadOf<'transcript'>, place: ImportPlace): Promise<Imported> {
  const { store, lookup, onProgress } = place
  const total = transcript.messages.length
  const standing = await lookup.find(transcript.messages)
  if (standing.kind === 'here') return { file, outcome: 'already-here', conversation: standing.conversation, added: 0 }
  if (standing.kind === 'grown') {
    const { conversation, shared } = standing
    await continueConversation(store, conversation, transcript)
    onProgress(total, total)
    return { file, outcome: 'continued', conversation: await kept(place, conversation.id), added: total - shared }
  }
  const title = titleFor(file, transcript, place.title)
  const progress = { onProgress: (messages: number) => onProgress(messages, total) }
  const id = await keepTranscript(store, transcript, { ...(title !== undefined && { title }), ...progress })
  await lookup.add(id)
  // What somebody did elsewhere tells how they pause, so that a cache lives as long as it pays for them.
  const habits = recordedHabits(transcript)
  if (habits !== undefined) await keepPauses(store.state, 'agent', habits)
  const parted = standing.kind === 'parted' && { id: standing.conversation.id, shared: standing.shared }
  return { file, outcome: 'imported', conversation: await kept(place, id), added: total, ...(parted && { parted }) }
}

async function importDump({ file, text }: ReadOf<'dump'>, place: ImportPlace): Promise<Imported> {
  const { store, lookup } = place
  const here = await holdsDump(store, readDumpLines(file, text))
  if (here !== undefined) return { file, outcome: 'already-here', conversation: here, added: 0 }
  try {
    const conversation = await store.load(readDumpLines(file, text))
    await lookup.add(conversation.id)
    return { file, outcome: 'imported', conversation, added: conversation.messages }
  } catch (error) {
    if (!isFailure(error, 'store/invalid')) throw error
    throw new UserError(`${file}: ${error.message}`, {
      remedy:
        'If the file was damaged, export the conversation again. If it is here already, delete it first, or import into another database with --db.',
    })
  }
}

async function kept({ store }: ImportPlace, id: ConversationId): Promise<Conversation> {
  const conversation = await store.conversation(id)
  if (conversation === undefined) throw new Error(`conversation ${id} was imported, but cannot be found`)
  return conversation
}
