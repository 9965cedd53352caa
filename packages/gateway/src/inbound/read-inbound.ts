import type { Inbound } from '../channels/channel.ts'
import type { ArrivalBody } from './arrival-body.ts'
import { type MessageFiles, messageOf } from './message-of.ts'
import { readSlashLine } from './read-slash-line.ts'

/**
 * Decides what is to be done with a message of a platform. In groups only what addresses the bot is answered; other
 * talk is noted. `undefined` when it says nothing.
 */
export function readInbound(inbound: Inbound, files: MessageFiles = {}): ArrivalBody | undefined {
  const { channel, thread, from, text, isGroup, isMention } = inbound
  const origin = { channel, thread, by: `${channel}:${from}` }
  const isAddressed = !isGroup || isMention
  const slash = isAddressed ? readSlashLine(text) : undefined
  if (slash !== undefined) return { ...origin, kind: 'command', text: slash.text }
  const message = messageOf(inbound, files)
  return message && { ...origin, kind: isAddressed ? 'answer' : 'note', message }
}
