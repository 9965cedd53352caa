import type { InboundAttachment } from '../channel.ts'
import { fetchBytes } from '../fetch-bytes.ts'
import { isServedBy } from '../is-served-by.ts'
import type { DiscordFile } from './discord-inbound.ts'

/** Discord keeps files here; who knows the address may read them, so no token goes along. */
const fileRoots = ['https://cdn.discordapp.com', 'https://media.discordapp.net']

/** Files are had by these. */
export interface DiscordFiles {
  /** The API's address where it is not Discord's own: files may be there as well. */
  readonly api: string | undefined
  readonly timeoutMs: number
}

/** A file as the gateway fetches it: from Discord alone, wherever a message says that it is. */
export function discordAttachment(file: DiscordFile, { api, timeoutMs }: DiscordFiles): InboundAttachment {
  const { filename: name, content_type: mediaType, size: bytes, url = '' } = file
  const roots = api === undefined ? fileRoots : [...fileRoots, api]
  return {
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(name === undefined ? {} : { name }),
    ...(bytes === undefined ? {} : { bytes }),
    fetch: async (maxBytes, signal) => {
      if (!roots.some((root) => isServedBy(url, root))) throw new Error('The file is not at Discord.')
      return fetchBytes({ url, maxBytes }, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
    },
  }
}
