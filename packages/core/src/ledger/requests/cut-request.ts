import { sliceWhole } from '../../text/slice-whole.ts'

/** Users who paste a long text ask before it or after it. */
const mostHead = 1_100
const mostTail = 400
const cutMark = /… \[\d+ more characters\](?: …[\s\S]*)?$/

/** A request; of a very long one its beginning and its end, and how much is missing between them. */
export function cutRequest(text: string): string {
  if (text.length <= mostHead + mostTail) return text
  const head = sliceWhole(text, 0, mostHead)
  const tail = sliceWhole(text, text.length - mostTail, text.length)
  return `${head}… [${text.length - head.length - tail.length} more characters] …${tail}`
}

/** The beginning of a request that was cut, or all of it. */
export function beginningOf(request: string): string {
  return request.replace(cutMark, '')
}
