import type { InboundAttachment, InboundFile } from '../channels/channel.ts'
import { maxFileBytes } from '../channels/max-file-bytes.ts'
import { fileUse } from './file-use.ts'

/** Why a file is not there: nothing could read it, it is too large, or it could not be fetched. */
export type MissingReason = 'unreadable' | 'too-large' | 'unfetched'

/** A file that is only spoken of. */
export interface MissingFile extends Omit<InboundFile, 'data'> {
  readonly missing: MissingReason
}

/** A file as far as it could be had. */
export type FetchedFile = InboundFile | MissingFile

/** Files of one message that are fetched; the others are only counted. */
const mostFiles = 10
/** Bytes of one message in all: they are kept in one row, and are part of every request until they are compacted away. */
const mostBytes = 8 * 1024 * 1024
/** Platforms and networks have hiccups; a message must not wait for ever for its files. */
const mostTries = 2

/** Fetches what a model can take. It never throws: what cannot be had is told, and the message goes on without it. */
export async function fetchAttachments(
  attachments: readonly InboundAttachment[],
  { readsDocuments }: { readonly readsDocuments: boolean },
  signal: AbortSignal,
): Promise<readonly FetchedFile[]> {
  const wanted = attachments.slice(0, mostFiles)
  const files: FetchedFile[] = []
  // One after the other, so that what is left of the room is known.
  let roomBytes = mostBytes
  for (const told of wanted) {
    const attachment = await asked(told, signal)
    const use = fileUse(attachment.mediaType, attachment.name)
    const isUseful = use !== undefined && (use !== 'document' || readsDocuments)
    const maxBytes = isUseful ? Math.min(maxFileBytes[use], roomBytes) : 0
    const reason = attachment.ask === undefined ? 'unreadable' : 'unfetched'
    const file = isUseful ? await fetchOne(attachment, maxBytes, signal) : absent(attachment, reason)
    if ('data' in file) roomBytes -= Buffer.byteLength(file.data, 'base64')
    files.push(file)
  }
  const others = attachments.slice(mostFiles).map((each) => absent(each, 'unfetched'))
  return [...files, ...others]
}

/** Where the platform does not answer, the message's own words about the file must do. */
async function asked(told: InboundAttachment, signal: AbortSignal): Promise<InboundAttachment> {
  if (told.ask === undefined) return told
  try {
    return await before(signal, told.ask(signal))
  } catch {
    return told
  }
}

async function fetchOne(attachment: InboundAttachment, maxBytes: number, signal: AbortSignal): Promise<FetchedFile> {
  if ((attachment.bytes ?? 0) > maxBytes) return absent(attachment, 'too-large')
  for (let tries = 0; tries < mostTries && !signal.aborted; tries++) {
    try {
      const bytes = await before(signal, attachment.fetch(maxBytes, signal))
      if (bytes.byteLength > maxBytes) return absent(attachment, 'too-large')
      return { ...described(attachment), data: Buffer.from(bytes).toString('base64') }
    } catch {
      // The error may hold a token or an address; that the file is missing is told to those who sent it.
    }
  }
  return absent(attachment, 'unfetched')
}

/** Some adapters know no signal. */
function before<T>(signal: AbortSignal, task: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    task.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function absent(attachment: InboundAttachment, missing: MissingReason): MissingFile {
  return { ...described(attachment), missing }
}

function described({ mediaType = 'application/octet-stream', name }: InboundAttachment): Omit<InboundFile, 'data'> {
  return { mediaType, ...(name === undefined ? {} : { name }) }
}
