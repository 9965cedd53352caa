import type { Message, Part } from '@palimpsest/core/message'
import type { BilledUsage } from '@palimpsest/core/tokens'

/**
 * Chat reports how much was written to a cache, but not for how long, which decides its price. An hour never comes
 * after five minutes, so when the last breakpoint asks for an hour, everything written lives that long.
 */
export function writtenHours(usage: BilledUsage, messages: readonly Message[]): BilledUsage {
  const { cacheWrite = 0, cacheWrite1h } = usage
  if (cacheWrite === 0 || cacheWrite1h !== undefined) return usage
  const last = messages.flatMap(breakpointsOf).at(-1)
  return last?.ttl === '1h' ? { ...usage, cacheWrite1h: cacheWrite } : usage
}

function breakpointsOf(message: Message) {
  const own = message.role === 'tool' ? [message.breakpoint] : []
  const marks = [...(message.parts as readonly Part[]).map(({ breakpoint }) => breakpoint), ...own]
  return marks.filter((mark) => mark !== undefined)
}
