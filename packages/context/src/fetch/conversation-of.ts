import { createHash } from 'node:crypto'
import { messageIdentity } from '@palimpsest/core/message'
import type { WireRequest } from '../options/context-options.ts'
import { readHistory } from '../wire/read-history.ts'
import { recogniseBody } from '../wire/recognise-body.ts'
import { conversationHeader } from './fetch-call.ts'

/** What may name the conversation of a call. */
export interface Namers {
  current(): string | undefined
  readonly identify?: ((request: WireRequest) => string | undefined) | undefined
}

/**
 * The conversation of a call: as its header says, as the caller runs in, as the host names it. Where nobody does, calls
 * that begin with the same message belong together.
 */
export function conversationOf(request: WireRequest, { current, identify }: Namers): string | undefined {
  const named = request.headers?.[conversationHeader] ?? current()
  if (named !== undefined && named !== '') return named
  const found = identify?.(request)
  return typeof found === 'string' && found !== '' ? found : beginning(request)
}

function beginning({ body, format }: WireRequest): string | undefined {
  const recognised = recogniseBody(body, { format })
  const items = recognised?.list ?? []
  for (const item of items) {
    const first = read(recognised?.format ?? format, item)
    if (first !== undefined) return `auto-${createHash('sha256').update(first).digest('hex').slice(0, 24)}`
  }
  return undefined
}

/** The system speaks before the conversation, and not always the same. */
function read(format: WireRequest['format'], item: unknown): string | undefined {
  try {
    const [message] = readHistory(format, [item]).messages
    return message === undefined ? undefined : messageIdentity(message)
  } catch {
    return undefined
  }
}
