import { isFailure } from '@palimpsest/core/errors'
import type { Json, JsonObject } from '@palimpsest/core/json'
import { checkMessage, type Message } from '@palimpsest/core/message'

interface ArrivalOrigin {
  readonly channel: string
  /** Where the answer goes within the channel; absent where it is only told to those who watch. */
  readonly thread?: string
  /** Who said it, for the audit: the name of a token, or a person on a platform. */
  readonly by: string
}

/** An arrival as the gateway keeps it in the inbox. */
export type ArrivalBody = ArrivalOrigin &
  (
    | { readonly kind: 'answer' | 'note'; readonly message: Message }
    | { readonly kind: 'command'; readonly text: string }
  )

export function writeArrivalBody(body: ArrivalBody): JsonObject {
  return { ...body } as unknown as JsonObject
}

/** Reads what an inbox kept, perhaps for another version of this program; `undefined` when it cannot be understood. */
export function readArrivalBody(body: JsonObject): ArrivalBody | undefined {
  const { kind, channel, thread, by } = body
  if (typeof channel !== 'string' || typeof by !== 'string') return undefined
  if (thread !== undefined && typeof thread !== 'string') return undefined
  const origin = { channel, by, ...(thread !== undefined && { thread }) }
  if (kind === 'command') return typeof body.text === 'string' ? { ...origin, kind, text: body.text } : undefined
  if (kind !== 'answer' && kind !== 'note') return undefined
  const message = readMessage(body.message)
  return message && { ...origin, kind, message }
}

function readMessage(value: Json | undefined): Message | undefined {
  try {
    return checkMessage(value ?? null)
  } catch (error) {
    if (!isFailure(error, 'wire/malformed')) throw error
    return undefined
  }
}
