import { parseJson } from '@palimpsest/core/json'
import { errorWords } from '@palimpsest/core/wire'

/** The parts of a response body that are remembered as it passes by. */
export interface KeptBody {
  /** The text so far, where it is not a stream of events. */
  whole(): string | undefined
  /** The text of the last event, if it is not JSON. */
  lastWords(): string | undefined
}

export interface BodyKeeper extends KeptBody {
  /** Takes bytes; true while more of it is worth reading. */
  take(bytes: Uint8Array): boolean
}

/** An error takes no more; what is longer is a page, or the prompt repeated. */
const longestHead = 65_536
const longestTail = 8_192

/** Remembers the beginning and the end of a body, and nothing between; of one that is ok, only what reports an error. */
export function createBodyKeeper(isOk: boolean): BodyKeeper {
  const decoder = new TextDecoder()
  let head = ''
  let tail = ''
  return {
    take(bytes) {
      const text = decoder.decode(bytes, { stream: true })
      if (head.length < longestHead) head = (head + text).slice(0, longestHead)
      tail = (tail + text).slice(-longestTail)
      return head.length < longestHead
    },
    whole: () => (isEvents(head) || head.trim() === '' || (isOk && isAnswer(head)) ? undefined : head),
    lastWords: () => wordsAtEnd(tail),
  }
}

/** A server that does not stream sends its answer whole. */
function isAnswer(text: string): boolean {
  const json = parseJson(text)
  return json !== undefined && errorWords(json).message === ''
}

function isEvents(text: string): boolean {
  return /^\s*(?:data|event|id|retry)?:/.test(text)
}

/** Half a line of JSON is a stream that was cut, and says nothing. */
function wordsAtEnd(tail: string): string | undefined {
  const line = tail.split('\n').findLast((text) => text.startsWith('data:') && !text.includes('[DONE]'))
  const words = line?.slice('data:'.length).trim() ?? ''
  return words === '' || /^[[{"]/.test(words) ? undefined : words
}
