import type { InboundFile } from '../channel.ts'
import { maxPictureBytes } from '../max-picture-bytes.ts'
import type { TelegramPicture } from './telegram-inbound.ts'

/** Files are had from here. */
export interface TelegramFiles {
  readonly token: string
  readonly apiRoot: string
  readonly timeoutMs: number
  /** Asks Telegram where a file is. */
  readonly pathOf: (fileId: string) => Promise<string | undefined>
}

/** `undefined` when the picture cannot be had after two tries: a message must not wait for ever for its picture. */
export async function fetchPicture(files: TelegramFiles, picture: TelegramPicture): Promise<InboundFile | undefined> {
  const data = (await tryPicture(files, picture)) ?? (await tryPicture(files, picture))
  if (data === undefined) return undefined
  const { mediaType, name } = picture
  return { mediaType, data, ...(name === undefined ? {} : { name }) }
}

async function tryPicture(files: TelegramFiles, picture: TelegramPicture): Promise<string | undefined> {
  try {
    const path = await files.pathOf(picture.fileId)
    if (path === undefined) return undefined
    const url = `${files.apiRoot}/file/bot${files.token}/${path}`
    const response = await fetch(url, { signal: AbortSignal.timeout(files.timeoutMs) })
    if (!response.ok || Number(response.headers.get('content-length') ?? 0) > maxPictureBytes) return undefined
    const bytes = Buffer.from(await response.arrayBuffer())
    return bytes.length > maxPictureBytes ? undefined : bytes.toString('base64')
  } catch {
    return undefined
  }
}
