import type { WireRequest } from '../options/context-options.ts'
import type { ContextParts } from '../prepare/conversation-memory.ts'
import { type HostConversation, prepareRequest } from '../prepare/host-conversation.ts'
import type { Prepared } from '../prepare/prepared.ts'
import { thrownText } from '../prepare/thrown-text.ts'
import { conversationHeader, type FetchCall, headersOf, readFetchCall } from './fetch-call.ts'
import { afterAnswer, isStream, observeResponse } from './observe-response.ts'

/** What a fetch needs of its context. */
export interface FetchParts {
  readonly parts: ContextParts
  find(id: string): HostConversation
  /** The conversation that a request belongs to. */
  identify(request: WireRequest): string | undefined
  /** Sends what was prepared. */
  readonly send: Fetch
}

type Fetch = typeof globalThis.fetch
type Input = Parameters<Fetch>[0]
type Init = Parameters<Fetch>[1]

/**
 * A fetch that prepares the requests of any client and observes the answers. Streams are handed on as they come. A request
 * that is refused for its length is made smaller and sent again. All other calls go through as they are.
 */
export function createContextFetch(fetching: FetchParts): Fetch {
  return async (input, init) => {
    const call = fetching.parts.settings.mode === 'off' ? undefined : await readSafely(fetching, input, init)
    const id = call === undefined ? undefined : fetching.identify(requestOf(call))
    if (call === undefined || id === undefined) return fetching.send(input, unnamed(input, init))
    return answer(fetching, fetching.find(id), call, { input, init })
  }
}

async function readSafely({ parts }: FetchParts, input: Input, init: Init): Promise<FetchCall | undefined> {
  try {
    return await readFetchCall(input, init)
  } catch (error) {
    parts.emit({ kind: 'problem', at: 'fetch', message: thrownText(error) })
    return undefined
  }
}

function requestOf({ url, format, body, headers }: FetchCall): WireRequest {
  return { url, format, body, headers: Object.fromEntries(headers.entries()) }
}

interface Given {
  readonly input: Input
  readonly init: Init
}

async function answer(
  { parts, send }: FetchParts,
  conversation: HostConversation,
  call: FetchCall,
  given: Given,
): Promise<Response> {
  await afterAnswer(conversation.heard)
  const { signal, format } = call
  const ask = async (body: object, until: AbortSignal): Promise<object> => {
    const response = await send(...written(given, call, body, until))
    const { ok, status } = response
    if (!ok) throw Object.assign(new Error(`The provider answered ${status}.`), { status })
    return (await response.json()) as object
  }
  let prepared: Prepared<object> = await prepareRequest(parts, conversation, call.body, {
    format,
    ask,
    ...(signal && { signal }),
  })
  for (;;) {
    const response = prepared.changed
      ? await send(...written(given, call, prepared.body))
      : await send(given.input, unnamed(given.input, given.init))
    if (response.ok) {
      conversation.heard = observeResponse(response, prepared, { format, signal })
      // A span of the caller may end as soon as it has its answer.
      if (!isStream(response)) await afterAnswer(conversation.heard)
      return response
    }
    const next = await retryOf(prepared, response)
    if (next === undefined) return response
    prepared = next
  }
}

async function retryOf(prepared: Prepared<object>, response: Response): Promise<Prepared<object> | undefined> {
  const { status, headers } = response
  const said = await response
    .clone()
    .text()
    .catch(() => '')
  return prepared.retry({ status, headers, body: said })
}

/** The call as it came, but for our header. */
function unnamed(input: Input, init: Init): Init {
  const headers = headersOf(input, init)
  if (!headers.has(conversationHeader)) return init
  headers.delete(conversationHeader)
  return { ...init, headers }
}

/** The call with another body. */
function written(
  { input, init }: Given,
  { headers: told }: FetchCall,
  body: object,
  signal?: AbortSignal,
): [Input, Init] {
  const headers = new Headers(told)
  headers.delete(conversationHeader)
  headers.delete('content-length')
  return [input, { ...init, method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) }]
}
