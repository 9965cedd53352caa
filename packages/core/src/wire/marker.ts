import { isObject, type Json, type JsonObject } from '../json.ts'
import type { Breakpoint } from '../message/message.ts'

/** Reads Anthropic's `cache_control`. A value it does not know gives `undefined` and stays an unknown field. */
export function readMarker(value: Json | undefined): Breakpoint | undefined {
  if (!isObject(value) || value.type !== 'ephemeral') return undefined
  const { type: _, ttl, ...others } = value
  if (Object.keys(others).length > 0) return undefined
  if (ttl === undefined) return {}
  return ttl === '5m' || ttl === '1h' ? { ttl } : undefined
}

export function writeMarker(breakpoint: Breakpoint): JsonObject {
  return breakpoint.ttl === undefined ? { type: 'ephemeral' } : { type: 'ephemeral', ttl: breakpoint.ttl }
}
