import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import type { Violation } from '../violation.ts'
import { violationOf } from './anthropic-rules.ts'
import { isThinking } from './anthropic-shapes.ts'
import type { Turn } from './anthropic-turns.ts'

interface Marker {
  readonly path: string
  readonly value: Json
  /** The object that carries it; the body itself for the automatic one. */
  readonly holder: JsonObject
}

const maxMarkers = 4

/** Judges the cache markers of a whole request, in the order in which the prefix is built: tools, system, messages. */
export function* checkCache(body: JsonObject, turns: readonly Turn[]): Generator<Violation> {
  const blocks = turns.flatMap((turn) => turn.blocks)
  const markers = [
    ...markersIn(body.tools, 'tools'),
    ...markersIn(body.system, 'system'),
    ...blocks.flatMap(({ block, path }) => markerOf(block, path)),
  ]
  const automatic = markerOf(body, '')
  for (const marker of [...markers, ...automatic]) yield* checkMarker(marker)
  for (const { block, path } of blocks) yield* checkNested(block, path)
  yield* checkAll([...markers, ...automatic])
  yield* checkAutomatic(automatic[0], turns)
}

function markersIn(list: Json | undefined, path: string): readonly Marker[] {
  if (!isList(list)) return []
  return list.flatMap((item, i) => (isObject(item) ? markerOf(item, `${path}.${i}`) : []))
}

function markerOf(holder: JsonObject, path: string): readonly Marker[] {
  const value = holder.cache_control
  if (value === undefined || value === null) return []
  return [{ path: path === '' ? 'cache_control' : `${path}.cache_control`, value, holder }]
}

function* checkMarker({ path, value, holder }: Marker): Generator<Violation> {
  if (!isMarker(value)) {
    const fault = `Input should be {"type": "ephemeral"}, with an optional "ttl" of '5m' or '1h'.`
    yield violationOf(path, 'cache-control-shape', fault)
  }
  if (isThinking(holder.type)) {
    yield violationOf(path, 'cache-control-thinking', 'Extra inputs are not permitted: thinking carries no marker.')
  }
  if (holder.type === 'text' && holder.text === '') {
    yield violationOf(path, 'cache-control-empty', 'cache_control cannot be set for empty text blocks.')
  }
  if (holder.defer_loading === true) {
    yield violationOf(path, 'cache-control-deferred', 'tools with defer_loading cannot carry cache_control.')
  }
}

function isMarker(value: Json): value is JsonObject {
  if (!isObject(value) || value.type !== 'ephemeral') return false
  const { ttl } = value
  const known = Object.keys(value).every((key) => key === 'type' || key === 'ttl')
  return known && (ttl === undefined || ttl === '5m' || ttl === '1h')
}

function* checkNested(block: JsonObject, path: string): Generator<Violation> {
  if (block.type !== 'tool_result') return
  for (const marker of markersIn(block.content, `${path}.content`)) {
    const fault = 'blocks inside a tool_result cannot be cached by themselves. Mark the tool_result.'
    yield violationOf(marker.path, 'cache-control-nested', fault)
  }
}

function* checkAll(markers: readonly Marker[]): Generator<Violation> {
  const surplus = markers[maxMarkers]
  if (surplus) {
    // No place is named: it is their number that is wrong.
    const message = `A maximum of ${maxMarkers} blocks with cache_control may be provided. Found ${markers.length}.`
    yield { path: surplus.path, rule: 'cache-control-count', message }
  }
  const short = markers.findIndex(({ value }) => ttlOf(value) === '5m')
  const late = short < 0 ? undefined : markers.slice(short).find(({ value }) => ttlOf(value) === '1h')
  if (late) {
    const fault = "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block."
    yield violationOf(late.path, 'cache-control-order', `${fault} Order: tools, system, messages.`)
  }
}

function* checkAutomatic(automatic: Marker | undefined, turns: readonly Turn[]): Generator<Violation> {
  const target = turns.flatMap(({ blocks }) => blocks).findLast(({ block }) => !isThinking(block.type))
  const own = target === undefined ? undefined : markerOf(target.block, target.path)[0]
  if (automatic === undefined || own === undefined || ttlOf(own.value) === ttlOf(automatic.value)) return
  const fault = `Top-level cache_control has ttl='${ttlOf(automatic.value)}' but ${own.path} has ttl='${ttlOf(own.value)}'.`
  yield violationOf(automatic.path, 'cache-control-automatic', fault)
}

/** Malformed markers have no lifetime: their shape is fault enough. */
const ttlOf = (value: Json) => (isMarker(value) ? (value.ttl ?? '5m') : undefined)
