import type { ServerResponse } from 'node:http'
import { isObject, type Json } from '@palimpsest/core/json'
import type { LoggedEvent } from '@palimpsest/core/store'
import type { Caller } from '../access/tokens.ts'
import { securityHeaders } from './security-headers.ts'

/** An open stream of server-sent events. */
export interface EventStream {
  /** Sends events of the log; their ids let the client come back. */
  send(events: readonly LoggedEvent[]): void
  /** Sends an event that is not in the log. */
  tell(name: string, data: Json): void
  /** Ends it in good order. */
  end(): void
}

/** All streams of this process. */
export interface EventStreams {
  /** Begins a stream as the answer to a request. `onClose` is called once, whoever ended it. */
  open(response: ServerResponse, caller: Caller, onClose: () => void): EventStream
  size(): number
  /** Calls back when all streams are ended, for who waits in other ways. Returns how to forget that. */
  onBye(act: () => void): () => void
  /** Ends the streams of callers who may not listen any more. */
  endThose(isOut: (caller: Caller) => boolean): void
  /** Says goodbye to all. */
  endAll(): void
  /** True once all were ended. */
  isOver(): boolean
}

/** A client that reads so slowly is dropped; it comes back with the id of the last event that it got. */
const mostBufferedBytes = 1024 * 1024
/** Proxies close what is silent for a minute. */
const beatMs = 15_000
/** Clients wait so long before they come back. */
const retryMs = 2_000

/** Raw responses: they cost a seventh of those that a framework streams. */
export function createEventStreams(): EventStreams {
  const open = new Map<EventStream, Caller>()
  const waiting = new Set<() => void>()
  let isOver = false
  return {
    size: () => open.size,
    isOver: () => isOver,
    onBye: (act) => {
      waiting.add(act)
      return () => void waiting.delete(act)
    },
    endAll: () => {
      isOver = true
      for (const act of waiting) act()
      for (const stream of open.keys()) dismiss(stream, 'The gateway stops.')
    },
    endThose: (isOut) => {
      for (const [stream, caller] of open) if (isOut(caller)) dismiss(stream, 'The token is not valid any more.')
    },
    open: (response, caller, onClose) => {
      const stream = beginStream(response, () => {
        open.delete(stream)
        onClose()
      })
      open.set(stream, caller)
      return stream
    },
  }
}

function dismiss(stream: EventStream, reason: string): void {
  stream.tell('bye', { reason })
  stream.end()
}

function beginStream(response: ServerResponse, onClose: () => void): EventStream {
  response.writeHead(200, { ...securityHeaders, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  const write = (text: string) => {
    if (response.writableEnded || response.destroyed) return
    if (response.writableLength > mostBufferedBytes) response.destroy()
    else response.write(text)
  }
  const stream: EventStream = {
    send: (events) => write(events.map(logged).join('')),
    tell: (name, data) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void response.end(),
  }
  const beat = setInterval(() => write(': beat\n\n'), beatMs)
  response.once('close', () => {
    clearInterval(beat)
    onClose()
  })
  write(`retry: ${retryMs}\n\n`)
  return stream
}

/** JSON has no line breaks of its own, so an event is one line of data. */
function logged({ id, at, event }: LoggedEvent): string {
  const name = isObject(event) && typeof event.kind === 'string' ? event.kind : 'message'
  const data = isObject(event) ? { ...event, at } : { event, at }
  return `id: ${id}\nevent: ${/^[a-z-]+$/.test(name) ? name : 'message'}\ndata: ${JSON.stringify(data)}\n\n`
}
