/** As `slice`, but never with half of a surrogate pair at either end: no provider accepts one. */
export function sliceWhole(text: string, from: number, to: number = text.length): string {
  return text.slice(splitsPair(text, from) ? from + 1 : from, splitsPair(text, to) ? to - 1 : to)
}

/** A text of at most so many characters; what was cut says so. */
export function clipText(text: string, chars: number): string {
  return text.length <= chars ? text : `${sliceWhole(text, 0, chars - 1)}…`
}

function splitsPair(text: string, at: number): boolean {
  return isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff) && isBetween(text.charCodeAt(at), 0xdc00, 0xdfff)
}

function isBetween(unit: number, least: number, most: number): boolean {
  return unit >= least && unit <= most
}
