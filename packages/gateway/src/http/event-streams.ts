import type { ServerResponse } from 'node:http'
import { isObject, type Json } from '@palimpsest/core/json'
import type { ConversationId, LoggedEvent } from '@palimpsest/core/store'
import type { Caller } from '../access/tokens.ts'
import type { GatewayLimits } from './gateway-limits.ts'
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

/** Who listens, and to what. */
export interface StreamOwner {
  readonly caller: Caller
  readonly conversation: ConversationId
  /** True when nothing is known of the conversation: whoever waits for its first message may listen, but not many do. */
  readonly isUnknown: boolean
}

/** The right to open one stream, from the moment it is given. */
export interface StreamSeat {
  /** Begins a stream as the answer to a request. `onClose` is called once, whoever ended it. */
  open(response: ServerResponse, onClose: () => void): EventStream
  /** Gives a seat back that was not used; one that was is given back by itself. */
  leave(): void
}

/** Why there is no seat: too many streams of all, of the caller, of the conversation, or of conversations that are unknown. */
export type StreamRefusal = 'all' | 'caller' | 'conversation' | 'unknown'

/** All streams of this process. */
export interface EventStreams {
  take(owner: StreamOwner): StreamSeat | StreamRefusal
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

/** How many streams may be open. */
export type StreamLimits = Pick<
  GatewayLimits,
  'maxStreams' | 'maxStreamsPerCaller' | 'maxStreamsPerConversation' | 'maxUnknownStreams'
>

/** A client that reads so slowly is dropped; it comes back with the id of the last event that it got. */
const mostBufferedBytes = 1024 * 1024
/** Clients wait so long before they come back. */
const retryMs = 2_000

interface Seat {
  readonly owner: StreamOwner
  stream?: EventStream
}

/** Raw responses: they cost a seventh of those that a framework streams. Proxies close what is silent for a minute. */
export function createEventStreams(limits: StreamLimits, beatMs = 15_000): EventStreams {
  const seats = new Set<Seat>()
  const waiting = new Set<() => void>()
  let isOver = false
  return {
    size: () => seats.size,
    isOver: () => isOver,
    onBye: (act) => {
      waiting.add(act)
      return () => void waiting.delete(act)
    },
    endAll: () => {
      isOver = true
      for (const act of waiting) act()
      for (const { stream } of seats) if (stream !== undefined) dismiss(stream, 'The gateway stops.')
    },
    endThose: (isOut) => {
      for (const { stream, owner } of seats)
        if (stream !== undefined && isOut(owner.caller)) dismiss(stream, 'The token is not valid any more.')
    },
    take: (owner) => {
      const refusal = isOver ? 'all' : refuseStream([...seats], owner, limits)
      if (refusal !== undefined) return refusal
      const seat: Seat = { owner }
      seats.add(seat)
      return {
        leave: () => void seats.delete(seat),
        open: (response, onClose) => {
          const stream = beginStream(response, beatMs, () => {
            seats.delete(seat)
            onClose()
          })
          seat.stream = stream
          return stream
        },
      }
    },
  }
}

function refuseStream(seats: readonly Seat[], owner: StreamOwner, limits: StreamLimits): StreamRefusal | undefined {
  const { caller, conversation, isUnknown } = owner
  const owners = seats.map((seat) => seat.owner)
  const own = owners.filter((other) => other.caller.name === caller.name)
  if (owners.length >= limits.maxStreams) return 'all'
  if (own.length >= limits.maxStreamsPerCaller) return 'caller'
  if (owners.filter((other) => other.conversation === conversation).length >= limits.maxStreamsPerConversation)
    return 'conversation'
  return isUnknown && own.filter((other) => other.isUnknown).length >= limits.maxUnknownStreams ? 'unknown' : undefined
}

function dismiss(stream: EventStream, reason: string): void {
  stream.tell('bye', { reason })
  stream.end()
}

function beginStream(response: ServerResponse, beatMs: number, onClose: () => void): EventStream {
  response.writeHead(200, { ...securityHeaders, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  const write = (bytes: string | Buffer) => {
    if (response.writableEnded || response.destroyed) return
    if (response.writableLength > mostBufferedBytes) response.destroy()
    else response.write(bytes)
  }
  const stream: EventStream = {
    send: (events) => {
      for (const event of events) write(bytesOf(event))
    },
    tell: (name, data) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => void response.end(),
  }
  let isBehind = false
  const beat = setInterval(() => {
    // A client that took nothing since the last beat reads nothing at all.
    if (isBehind && response.writableLength > 0) response.destroy()
    else write(': beat\n\n')
    isBehind = response.writableLength > 0
  }, beatMs)
  response.on('drain', () => {
    isBehind = false
  })
  const close = () => {
    clearInterval(beat)
    onClose()
  }
  // A client may have left before there was anything to tell.
  if (response.closed || response.destroyed) queueMicrotask(close)
  else response.once('close', close)
  write(`retry: ${retryMs}\n\n`)
  return stream
}

/** Events as they are sent: all who listen share the bytes. */
const sent = new WeakMap<LoggedEvent, Buffer>()

/** JSON has no line breaks of its own, so an event is one line of data. */
function bytesOf(logged: LoggedEvent): Buffer {
  const known = sent.get(logged)
  if (known !== undefined) return known
  const { id, at, event } = logged
  const name = isObject(event) && typeof event.kind === 'string' ? event.kind : 'message'
  const data = isObject(event) ? { ...event, at } : { event, at }
  const text = `id: ${id}\nevent: ${/^[a-z-]+$/.test(name) ? name : 'message'}\ndata: ${JSON.stringify(data)}\n\n`
  const bytes = Buffer.from(text)
  sent.set(logged, bytes)
  return bytes
}
