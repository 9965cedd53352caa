import { readdir } from 'node:fs/promises'
import type { Message, Transcript } from '@palimpsest/core/message'
import type { Conversation, ConversationId, Session, SessionStore } from '@palimpsest/core/store'
import { checkFormat } from '../../files/load-transcript.ts'
import { writeWholeFile } from '../../files/write-whole-file.ts'
import { type DatabaseOptions, resultsFolders } from '../../home/location.ts'
import { dumpLines } from '../../store/dump-lines.ts'
import { findConversation } from '../../store/find-conversation.ts'
import { keptFolders } from '../../store/kept-file.ts'
import { envelopeOf } from '../../store/transcript-envelope.ts'
import { withStore } from '../../store/with-store.ts'
import type { Io } from '../../terminal/io.ts'
import { put } from '../convert.ts'

export interface ExportOptions extends DatabaseOptions {
  readonly out?: string
  /** Write the originals as a transcript of this format, instead of everything. */
  readonly to?: string
  readonly strict?: boolean
}

/** `palimpsest sessions export ID`: a conversation as lines that import reads back, or as a transcript. */
export async function exportSession(id: string, options: ExportOptions, io: Io): Promise<void> {
  const to = options.to === undefined ? undefined : checkFormat(options.to, '--to')
  await withStore(options, io, async (store) => {
    const { conversation } = await findConversation(store, id)
    if (to !== undefined) await put(await transcriptOf(store, conversation), to, options, io)
    else await putLines(dumpLines(store, conversation.id), options.out, io)
    await tellKept(conversation.id, options, io)
  })
}

async function putLines(lines: AsyncIterable<string>, out: string | undefined, io: Io): Promise<void> {
  if (out !== undefined && out !== '-') await writeWholeFile(out, lines)
  else for await (const line of lines) io.out(line)
}

/** Reports outputs too long to show: files beside the store, needed when a conversation is taken elsewhere. */
async function tellKept(id: ConversationId, options: ExportOptions, io: Io): Promise<void> {
  const folders: string[] = []
  let kept = 0
  for (const folder of keptFolders(resultsFolders(options, io), id)) {
    const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.txt'))
    if (files.length > 0) folders.push(folder)
    kept += files.length
  }
  if (kept === 0) return
  const what = kept === 1 ? 'One long output is' : `${kept} long outputs are`
  io.err(`${what} not in it, but in ${folders.join(', ')}. Copy that folder, too, to the same place.\n`)
}

/** Messages asked for at a time. */
const pageSize = 500

async function transcriptOf(store: SessionStore, conversation: Conversation): Promise<Transcript> {
  const messages: Message[] = []
  for (let from = 0; from < conversation.messages; from += pageSize) {
    const page = await store.originals(conversation.id, { from, limit: pageSize })
    messages.push(...page.map(({ message }) => message))
  }
  const tip = await store.session(conversation.tip)
  return {
    messages: withSystem(messages, tip),
    ...(tip?.model !== undefined && { model: tip.model }),
    ...(await envelopeOf(store, conversation.id)),
  }
}

/** The system prompt is kept beside the history; a transcript opens with it. */
function withSystem(messages: readonly Message[], tip: Session | undefined): readonly Message[] {
  if (tip?.system === undefined || messages[0]?.role === 'system') return messages
  return [{ role: 'system', parts: [{ type: 'text', text: tip.system }] }, ...messages]
}
