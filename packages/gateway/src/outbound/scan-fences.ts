/** A code fence that is open: the line that opens it again, and the one that closes it. */
export interface OpenFence {
  readonly opening: string
  readonly closing: string
}

/** A longer run of marks is decoration. */
const fenceLine = /^ {0,3}(`{3,20}|~{3,20})([^\n]*)$/

/** The code fence that is open at the end of a text, when `open` was at its beginning. */
export function scanFences(text: string, open?: OpenFence): OpenFence | undefined {
  let fence = open
  for (const line of text.split('\n')) fence = afterLine(line, fence)
  return fence
}

/** True when a line opens or closes a fence, and so must not be cut. */
export function isFenceLine(line: string): boolean {
  return fenceLine.test(line)
}

function afterLine(line: string, open: OpenFence | undefined): OpenFence | undefined {
  const [, marks = '', info = ''] = fenceLine.exec(line) ?? []
  if (marks === '') return open
  if (open !== undefined) return marks.startsWith(open.closing) && info.trim() === '' ? undefined : open
  // Code between backticks in one line is no fence.
  if (info.includes(marks.slice(0, 1))) return undefined
  return { opening: `${marks}${info.trimEnd()}`, closing: marks }
}
