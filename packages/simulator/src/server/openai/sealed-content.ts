import { isList, isObject, type JsonObject } from '@palimpsest/core/json'
import { digest } from '../../billing/digest.ts'

const sealPrefix = 'sim-'
const checkChars = digest('').length

/** Returns a stand-in for text that only the provider can read: so many characters, the same for the same text. */
export function sealedContent(text: string, chars: number): string {
  let content = ''
  for (let link = digest(text); content.length < chars; link = digest(link)) content += link
  return `${sealPrefix}${content}${digest(content)}`
}

/** Returns true when sealed content is as it was sealed here; that of others is trusted. */
export function isSealIntact({ encrypted_content: seal }: JsonObject): boolean {
  if (typeof seal !== 'string' || !seal.startsWith(sealPrefix)) return true
  const content = seal.slice(sealPrefix.length)
  return digest(content.slice(0, -checkChars)) === content.slice(-checkChars)
}

/** Thinking takes about as many characters sealed as it has. */
export function sealedThinking(text: string): string {
  return sealedContent(text, Math.max(64, text.length))
}

/** A summary is far shorter than what it represents; how much shorter cannot be known from outside. */
const summaryShare = 0.05
const summaryChars = { least: 400, most: 8_000 }

/** Returns what the provider makes of a conversation that it is asked to compact, or nothing if not asked. */
export function sealedSummary({ input, instructions }: JsonObject): string | undefined {
  const last = isList(input) ? input.at(-1) : undefined
  if (!isObject(last) || last.type !== 'compaction_trigger') return undefined
  const text = JSON.stringify([instructions ?? null, input ?? null])
  const chars = Math.min(Math.max(text.length * summaryShare, summaryChars.least), summaryChars.most)
  return sealedContent(text, chars)
}
