import type { FileHandle } from 'node:fs/promises'

/** Which part of a file is wanted. Lines and columns count from 1; a column is a character. */
export interface FileRange {
  readonly line: number
  readonly column: number
  readonly maxLines: number
  readonly maxBytes: number
}

/** A part of a file. */
export interface Lines {
  readonly bytes: Buffer
  /** The place to continue from; `undefined` at the end of the file. */
  readonly next?: { readonly line: number; readonly column: number }
  readonly totalLines: number
  /** The file was too long to count to its end. */
  readonly isTotalKnown: boolean
  readonly endsInBreak: boolean
}

const chunkBytes = 256 * 1024
/** Past the wanted lines, no more than this is read just to count the rest. */
const mostCountedBytes = 512 * 1024 * 1024
const lineBreak = 10

interface Scan {
  phase: 'skip-lines' | 'skip-columns' | 'take' | 'count'
  /** The line that the next byte belongs to. */
  line: number
  columnsLeft: number
  linesLeft: number
  bytesLeft: number
  readonly taken: Buffer[]
  isCut: boolean
  lastByte: number | undefined
}

/** Reads lines out of a file of any size, holding no more of it than is asked for. */
export async function readLines(handle: FileHandle, wanted: FileRange, signal: AbortSignal): Promise<Lines> {
  const scan: Scan = {
    phase: 'skip-lines',
    line: 1,
    columnsLeft: wanted.column - 1,
    linesLeft: wanted.maxLines,
    bytesLeft: wanted.maxBytes,
    taken: [],
    isCut: false,
    lastByte: undefined,
  }
  const buffer = Buffer.allocUnsafe(chunkBytes)
  let position = 0
  for (;;) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, position)
    if (bytesRead === 0) return result(scan, wanted, true)
    position += bytesRead
    readChunk(scan, buffer.subarray(0, bytesRead), wanted.line)
    if (scan.phase === 'count' && position > mostCountedBytes) return result(scan, wanted, false)
  }
}

function readChunk(scan: Scan, chunk: Buffer, firstLine: number): void {
  let at = 0
  if (scan.phase === 'skip-lines') at = skipLines(scan, chunk, firstLine)
  if (scan.phase === 'skip-columns') at = skipColumns(scan, chunk, at)
  if (scan.phase === 'take') at = take(scan, chunk, at)
  if (scan.phase === 'count') countLines(scan, chunk, at)
  scan.lastByte = chunk.at(-1)
}

function skipLines(scan: Scan, chunk: Buffer, firstLine: number): number {
  let at = 0
  while (scan.line < firstLine) {
    const end = chunk.indexOf(lineBreak, at)
    if (end === -1) return chunk.length
    scan.line++
    at = end + 1
  }
  scan.phase = 'skip-columns'
  return at
}

/** Bytes that only continue a character do not count. */
function skipColumns(scan: Scan, chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at++) {
    const byte = chunk[at] ?? 0
    const isStart = (byte & 0xc0) !== 0x80
    if (byte === lineBreak || (isStart && scan.columnsLeft === 0)) {
      scan.phase = 'take'
      return at
    }
    if (isStart) scan.columnsLeft--
  }
  return chunk.length
}

function take(scan: Scan, chunk: Buffer, from: number): number {
  let at = from
  while (at < chunk.length) {
    const found = chunk.indexOf(lineBreak, at)
    const end = found === -1 ? chunk.length : found + 1
    const piece = chunk.subarray(at, Math.min(end, at + scan.bytesLeft))
    scan.taken.push(Buffer.from(piece))
    scan.bytesLeft -= piece.length
    if (piece.length < end - at) {
      scan.isCut = true
      scan.phase = 'count'
      return at + piece.length
    }
    at = end
    if (found !== -1) {
      scan.line++
      scan.linesLeft--
    }
    if (scan.linesLeft === 0) {
      scan.phase = 'count'
      return at
    }
  }
  return at
}

function countLines(scan: Scan, chunk: Buffer, from: number): void {
  for (let at = chunk.indexOf(lineBreak, from); at !== -1; at = chunk.indexOf(lineBreak, at + 1)) scan.line++
}

function result(scan: Scan, wanted: FileRange, isTotalKnown: boolean): Lines {
  const endsInBreak = scan.lastByte === lineBreak
  const totalLines = scan.lastByte === undefined || endsInBreak ? scan.line - 1 : scan.line
  const { bytes, next } = trim(Buffer.concat(scan.taken), scan.isCut, wanted)
  const hasMore = scan.isCut || (scan.linesLeft === 0 && (next.line <= totalLines || !isTotalKnown))
  return { bytes, totalLines, isTotalKnown, endsInBreak, ...(hasMore && { next }) }
}

/** Ends at a line where there is one, else at a character. */
function trim(bytes: Buffer, isCut: boolean, { line, column }: FileRange): Pick<Required<Lines>, 'bytes' | 'next'> {
  const whole = bytes.lastIndexOf(lineBreak) + 1
  if (whole > 0 || !isCut) {
    const kept = isCut ? bytes.subarray(0, whole) : bytes
    return { bytes: kept, next: { line: line + breaksIn(kept), column: 1 } }
  }
  const kept = bytes.subarray(0, wholeCharacters(bytes))
  return { bytes: kept, next: { line, column: column + charactersIn(kept) } }
}

function breaksIn(bytes: Buffer): number {
  let breaks = 0
  for (let at = bytes.indexOf(lineBreak); at !== -1; at = bytes.indexOf(lineBreak, at + 1)) breaks++
  return breaks
}

function charactersIn(bytes: Buffer): number {
  let characters = 0
  for (const byte of bytes) if ((byte & 0xc0) !== 0x80) characters++
  return characters
}

/** The start of the last character if it may be incomplete. In text that is not UTF-8, the end. */
function wholeCharacters(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= Math.max(1, bytes.length - 4); at--) {
    const byte = bytes[at] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return at + length > bytes.length ? at : bytes.length
  }
  return bytes.length
}
