import { z } from 'zod'
import type { InboundAttachment } from '../channel.ts'
import { fetchBytes } from '../fetch-bytes.ts'
import { isServedBy } from '../is-served-by.ts'
import { maxFileBytes } from '../max-file-bytes.ts'

const text = z.string().optional().catch(undefined)

/** A file of Slack, as far as we read it; one that was deleted or hidden has no address. */
export const slackFile = z.object({
  id: text,
  name: text,
  mimetype: text,
  size: z.number().optional().catch(undefined),
  url_private: text,
  file_access: text,
  thumb_1024: text,
  thumb_960: text,
  thumb_720: text,
  thumb_480: text,
})

/** A file of Slack. */
export type SlackFile = z.infer<typeof slackFile>

/** Files are had by these. */
export interface SlackFiles {
  readonly botToken: string
  readonly apiUrl: string
  readonly timeoutMs: number
  /** Asks Slack about a file. */
  readonly info: (id: string) => Promise<unknown>
}

/** A file as the gateway fetches it: from Slack alone, for the bot's token goes along. */
export function slackAttachment(file: SlackFile, files: SlackFiles): InboundAttachment {
  // Of a file that was shared from another workspace an event tells only the id.
  const { id } = file
  const ask = async () => slackAttachment(slackFile.parse(await files.info(id ?? '')), files)
  const isTold = id === undefined || file.file_access !== 'check_file_info'
  // A picture that is too large is had as a smaller copy.
  const copy = (file.size ?? 0) > maxFileBytes.picture ? copyOf(file) : undefined
  const address = copy ?? file.url_private
  return {
    ...(file.mimetype === undefined ? {} : { mediaType: file.mimetype }),
    ...(file.name === undefined ? {} : { name: file.name }),
    ...(file.size === undefined || copy !== undefined ? {} : { bytes: file.size }),
    ...(isTold ? {} : { ask }),
    fetch: async (maxBytes, signal) => {
      if (address === undefined || !isServedBy(address, files.apiUrl)) throw new Error('The file is not at Slack.')
      const within = AbortSignal.any([signal, AbortSignal.timeout(files.timeoutMs)])
      return fetchBytes({ url: address, headers: { authorization: `Bearer ${files.botToken}` }, maxBytes }, within)
    },
  }
}

function copyOf({ thumb_1024: large, thumb_960: medium, thumb_720: small, thumb_480: tiny }: SlackFile) {
  return large ?? medium ?? small ?? tiny
}
