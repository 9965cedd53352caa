import { sliceWhole } from '../../text/slice-whole.ts'
import { isPathWord, normalisePath } from '../files/paths.ts'
import { type Identified, identify } from './identify.ts'
import { bit, type ScanRange, scanWords } from './scan-words.ts'

/** A bracket that was opened within an address belongs to it: a host of numbers, a secret that was taken out. */
const urlEnd = /[\s"'`<>)}|\\\u3000-\u303f\uff00-\uffef]|(?<!:\/\/\S{0,300}\[[^\s[\]]{0,60})\]/g
const loose = '.:@_~%+-'
const looseBits = bit.dot | bit.colon | bit.at | bit.under | bit.other | bit.dash
const knownScheme = /^(?:https?|wss?|ftp|ssh|git|postgres(?:ql)?|redis|mongodb|mysql|s3):\/\/[^/]/
const mostUrl = 300
const ports = /\bports?\b["']?\s{0,2}[:=]?\s{0,2}$/i
const currencies = /(?:USD|EUR|GBP|JPY|CNY|RMB|CHF|INR)\s?$/

/** Takes what was found; answers whether to go on. */
export type TakeIdentified = (identified: Identified) => boolean

/** A stretch to search, and the words that are wanted. */
export interface Search extends ScanRange {
  /** True for a word that is worth classifying though it is neither path, address nor number. @default all are */
  readonly wants?: (word: string) => boolean
}

/** Finds the identifiers and paths of a stretch of text, in order, repeats included. */
export function scanIdentifiers(search: Search, take: TakeIdentified): void {
  const { text, to } = search
  scanWords(search, (start, end, seen) => {
    const isUrl =
      (seen & bit.colon) !== 0 && (seen & bit.slash) !== 0 && text.startsWith('://', text.indexOf(':', start))
    const stop = isUrl ? urlStop(text, start) : end
    const identified = isUrl ? identifyUrl(sliceWhole(text, start, stop)) : identifyWord(search, start, end, seen)
    return identified === undefined || take(identified) ? Math.max(stop, end) : to
  })
}

function urlStop(text: string, start: number): number {
  urlEnd.lastIndex = start
  return Math.min(urlEnd.exec(text)?.index ?? text.length, start + mostUrl)
}

function identifyUrl(raw: string): Identified | undefined {
  const url = raw.replace(/(?<![.,;:!?*])[.,;:!?*]+$/, '')
  if (url.startsWith('file://')) return { kind: 'path', text: normalisePath(url) }
  // The rest of a template's address is not known.
  return knownScheme.test(url) && !url.includes('${') ? { kind: 'url', text: url } : undefined
}

function identifyWord({ text, wants }: Search, start: number, end: number, seen: number): Identified | undefined {
  if (end - start > mostUrl || (seen === bit.digit && !hasMeaning(text, start, end))) return undefined
  const word = text.slice(start, end)
  if ((seen & bit.slash) !== 0) {
    const path = normalisePath(word)
    if (isPathWord(path)) return { kind: 'path', text: path }
    // What has a slash and is no path can only be `name@1.2.3` or `owner/name#7`.
    if ((seen & (bit.hash | bit.at)) === 0) return undefined
  }
  const plain = (seen & looseBits) === 0 ? word : trim(word)
  if (plain === '') return undefined
  if ((seen & ~(bit.digit | bit.dot)) === 0) return identifyNumber(text, start, plain)
  if (wants !== undefined && !wants(plain)) return undefined
  const identified = identify(plain, seen)
  return identified?.kind === 'path' ? undefined : identified
}

function trim(word: string): string {
  let [start, end] = [0, word.length]
  while (start < end && loose.includes(word.charAt(start))) start++
  while (end > start && loose.includes(word.charAt(end - 1))) end--
  return end - start === word.length ? word : word.slice(start, end)
}

/** A bare number means something only by the words around it. */
function identifyNumber(text: string, start: number, plain: string): Identified | undefined {
  if (isAnnounced(text, start)) {
    const before = text.slice(Math.max(0, start - farthest), start)
    if (ports.test(before) && /^\d{2,5}$/.test(plain)) return { kind: 'port', text: plain }
    if (currencies.test(before)) return { kind: 'amount', text: `${before.trim().slice(-3)} ${plain}` }
  }
  const unit = text.charAt(start + plain.length)
  if (unit !== '' && units.includes(unit)) return { kind: 'amount', text: `${plain}${unit}` }
  return plain.includes('.') ? identify(plain, bit.digit | bit.dot | bit.beyondHex) : undefined
}

const units = '元円원'
/** The distance before a number within which its meaning is looked for. */
const farthest = 10

/** Most numbers have none: a look at their neighbours is enough. */
function hasMeaning(text: string, start: number, end: number): boolean {
  return isAnnounced(text, start) || (end < text.length && units.includes(text.charAt(end)))
}

/** True if the last letter before a number is one in which `port`, `ports` or a currency ends. */
function isAnnounced(text: string, start: number): boolean {
  for (let at = start - 1; at >= 0 && at >= start - farthest; at--) {
    const sign = text.charAt(at)
    if (sign === ' ' || '"\':='.includes(sign)) continue
    if ('tTsSDRPYBF'.includes(sign)) return true
    if (sign.trim() !== '') return false
  }
  return false
}
