import type { CountText } from './count.ts'

/** Long enough for exact counts, short enough that a tokenizer that is quadratic in a run never notices. */
const pieceChars = 2_000

/** Makes an exact tokenizer safe for any input: text is cut, at spaces where there are any, before it is counted. */
export function inPieces(countText: CountText): CountText {
  return (text) => {
    let total = 0
    for (let start = 0; start < text.length; ) {
      const end = cutAfter(text, start)
      total += countText(text.slice(start, end))
      start = end
    }
    return total
  }
}

/** Never between the halves of a surrogate pair. */
function cutAfter(text: string, start: number): number {
  const limit = start + pieceChars
  if (limit >= text.length) return text.length
  const space = text.lastIndexOf(' ', limit)
  if (space > start + pieceChars / 2) return space
  const unit = text.charCodeAt(limit - 1)
  return unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit
}
