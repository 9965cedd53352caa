import { isObject, type Json } from '../../../json.ts'
import { checkBreakpoints } from '../openai/openai-cache.ts'
import type { Violation } from '../violation.ts'
import { partsIn } from './openai-chat-content.ts'
import { type ChatDialect, refuseChat } from './openai-chat-rules.ts'

const maxMarkers = 4

/** Judges cache markers over all messages; only OpenRouter reads `cache_control`, and only on content parts. */
export function* checkChatCache(messages: readonly Json[], dialect: ChatDialect): Generator<Violation> {
  const parts = messages.flatMap((message, i) =>
    partsIn(isObject(message) ? message.content : undefined).flatMap((part, p) =>
      isObject(part) ? [{ part, path: `messages[${i}].content[${p}]` }] : [],
    ),
  )
  if (dialect === 'openai') yield* checkBreakpoints(parts)
  const marked = parts.filter(({ part }) => part.cache_control !== undefined && part.cache_control !== null)
  for (const { part, path } of marked) yield* checkMarker(part.cache_control, `${path}.cache_control`, dialect)
  const surplus = marked[maxMarkers]
  if (surplus && dialect === 'openrouter') {
    const fault = `A maximum of ${maxMarkers} blocks with cache_control may be provided. Found ${marked.length}.`
    yield refuseChat(surplus.path, 'cache-control-count', fault)
  }
  for (const [i, message] of messages.entries()) {
    if (!isObject(message) || message.cache_control === undefined) continue
    const fault = `'messages[${i}].cache_control' is not read there: put it on a content part.`
    yield refuseChat(`messages[${i}].cache_control`, 'cache-control-message', fault)
  }
}

function* checkMarker(marker: Json | undefined, path: string, dialect: ChatDialect): Generator<Violation> {
  if (dialect !== 'openrouter') {
    yield refuseChat(path, 'cache-control-dialect', `Unknown parameter: '${path}'. Only OpenRouter takes it.`)
  } else if (!isMarker(marker)) {
    const fault = `Invalid '${path}': expected {"type": "ephemeral"}, with an optional "ttl" of '5m' or '1h'.`
    yield refuseChat(path, 'cache-control-shape', fault)
  }
}

function isMarker(marker: Json | undefined): boolean {
  if (!isObject(marker) || marker.type !== 'ephemeral') return false
  const known = Object.keys(marker).every((key) => key === 'type' || key === 'ttl')
  return known && (marker.ttl === undefined || marker.ttl === '5m' || marker.ttl === '1h')
}
