import type { ServerResponse } from 'node:http'
import type { JsonObject } from '@palimpsest/core/json'
import { type Answer, mintId, type StreamEvent } from './answer.ts'
import type { Api } from './api.ts'
import type { Fault } from './fault.ts'
import type { Worded } from './server-refusal.ts'

/** Sends a refusal with the headers that say when to come back. */
export function sendRefusal(response: ServerResponse, api: Api, worded: Worded, n: number): void {
  const { status, retryAfterMs } = worded
  const requestId = mintId('req_', n)
  const wait =
    retryAfterMs === undefined
      ? {}
      : {
          'retry-after': String(Math.ceil(retryAfterMs / 1000)),
          ...(api.name !== 'anthropic' && { 'retry-after-ms': String(retryAfterMs) }),
        }
  sendJson(response, status, api.error(worded, requestId), { [api.requestIdHeader]: requestId, ...wait })
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(text)
}

/** Sends an answer, whole or as a stream, broken where a fault says so. */
export function sendAnswer(response: ServerResponse, api: Api, answer: Answer, fault: Fault | undefined): void {
  const headers = { [api.requestIdHeader]: mintId('req_', answer.n) }
  if (answer.asked.stream === true) {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
      ...headers,
    })
    sendEvents(response, api, api.events(answer), fault)
    return
  }
  if (fault === undefined) {
    sendJson(response, 200, api.reply(answer), headers)
    return
  }
  const text = JSON.stringify(api.reply(answer))
  const half = text.slice(0, Math.floor(text.length / 2))
  response.writeHead(200, { 'content-type': 'application/json', ...headers })
  if (fault.kind === 'malformed-stream') response.end(half)
  else breakOff(response, half, fault)
}

function sendEvents(response: ServerResponse, api: Api, events: Iterable<StreamEvent>, fault: Fault | undefined): void {
  let left = fault === undefined ? Number.POSITIVE_INFINITY : (fault.afterEvents ?? 3)
  for (const event of events) {
    const text = writeEvent(event)
    if (left-- <= 0 && fault !== undefined) {
      sendFault(response, api, text, fault)
      return
    }
    response.write(text)
  }
  response.end()
}

function sendFault(response: ServerResponse, api: Api, text: string, fault: Fault): void {
  const half = text.slice(0, Math.floor(text.length / 2))
  if (fault.kind === 'malformed-stream') response.end(`${half}\n\n`)
  else if (fault.kind === 'error-event') response.end(writeEvent(api.errorEvent(api.word({ kind: 'overloaded' }))))
  else breakOff(response, half, fault)
}

/** Lets the beginning arrive before the connection ends, or keeps it open and says no more. */
function breakOff(response: ServerResponse, text: string, { kind }: Fault): void {
  response.write(text, () => {
    if (kind !== 'stall-stream') response.destroy()
  })
}

function writeEvent({ event, data }: StreamEvent): string {
  const text = data === '[DONE]' ? data : JSON.stringify(data)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
}
