import { isObject, parseJson } from '@palimpsest/core/json'
import { anthropicStream, openaiChatStream, openaiResponsesStream, type StreamEnd } from '@palimpsest/core/wire'
import type { WireFormat } from '../wire/wire-body.ts'

const protocols = {
  anthropic: anthropicStream,
  'openai-chat': openaiChatStream,
  'openai-responses': openaiResponsesStream,
} as const

/** Puts the events of a streamed reply together to the reply that would have come without streaming. */
export async function readEvents(
  stream: ReadableStream<Uint8Array>,
  format: Exclude<WireFormat, 'ai-sdk'>,
  signal: AbortSignal | undefined,
): Promise<StreamEnd> {
  const protocol = protocols[format]
  const reader = stream.getReader()
  // Once nobody else reads, the connection must not be kept open for us.
  const stop = () => void reader.cancel().catch(() => undefined)
  signal?.addEventListener('abort', stop, { once: true })
  let state = protocol.start
  try {
    for await (const data of dataOf(reader)) {
      const event = parseJson(data)
      if (isObject(event)) state = protocol.step(state, event)
    }
  } catch {
    // A stream that breaks off leaves what had come.
  } finally {
    signal?.removeEventListener('abort', stop)
  }
  return protocol.finish(state)
}

/** The `data` of each event. */
async function* dataOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let data: string[] = []
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + (value === undefined ? decoder.decode() : decoder.decode(value, { stream: true }))).split(
      '\n',
    )
    rest = done ? '' : (lines.pop() ?? '')
    for (const raw of lines) {
      const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
      if (line.startsWith('data:')) data.push(line.slice(5).trimStart())
      else if (line === '' && data.length > 0) {
        yield data.join('\n')
        data = []
      }
    }
    if (done) {
      if (data.length > 0) yield data.join('\n')
      return
    }
  }
}
