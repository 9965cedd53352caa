/**
 * Returns a term as a 32-bit number. Numbers keep the index small and have no limit of length, where text vectors end
 * at one megabyte; two terms may share a number, so callers that find by it have to check the text. Stored: never
 * change it.
 */
export function termKey(term: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193)
  // The last steps of the sum above barely reach the high bits; short terms would crowd together.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** A conversation is one more term of its messages, so that the index alone finds what is said in it. */
export function scopeKey(conversation: string): number {
  return termKey(`\u0000${conversation}`)
}
