import { contentWords, looseShare, namedWords } from '../language/content-words.ts'
import type { RequestFact } from '../ledger.ts'

/** Opens a message that takes a request back and names it; what is to be forgotten in order to remember it is none. */
const callsOff =
  /^(?:(?:ok(?:ay)?|actually|no|wait|hmm|sorry|please|nein|doch|bitte|non|no,?\s+espera)[,.!…]*\s+)*(?:forget(?:\s+about)?|never\s?mind(?:\s+about)?|scrap|abandon|cancel|call\s+off|vergiss|vergessen\s+sie|oublie[zr]?|laisse[zr]?\s+tomber|olvida(?:te\s+de)?|olvídate\s+de|esque[cç]a|dimentica|забудь(?:те)?(?:\s+(?:про|о))?|zapomnij\s+o|vergeet)\s+(?!to\s|not\s|nicht\s|what\s|that\s+i\s)([^.!?;,\n]{3,80})/iu
/** A longer request asks for more than can be called off by a word. */
const mostChars = 300
/** The part of a message that counts as its opening. */
const openingChars = 200

/** The newest request that a message calls off, if it opens by doing so. */
export function calledOff(said: string, requests: () => readonly RequestFact[]): RequestFact | undefined {
  const named = callsOff.exec(said.slice(0, openingChars).trimStart())?.[1]
  const words = named === undefined ? undefined : namedWords(named)
  if (words === undefined || words.size === 0) return undefined
  const isMeant = ({ text }: RequestFact) => text.length <= mostChars && looseShare(words, contentWords(text)) === 1
  return requests().findLast(isMeant)
}
