import { createOutputFile, type KeptOutput, type OutputFile } from './kept-output.ts'

/** The part of an output that is shown. */
export interface ShownOutput {
  readonly head: string
  /** Empty when the head is all. */
  readonly tail: string
  readonly omittedBytes: number
  readonly omittedLines: number
  /** The place of the whole output, when not all is shown. */
  readonly kept?: KeptOutput
}

/** Takes an output of any length, holding no more than its ends. */
export interface OutputWindow {
  add(chunk: Buffer): void
  finish(): ShownOutput
  /** As `finish`, but nothing is kept. */
  abandon(): ShownOutput
}

/** Errors tend to appear at the end. */
const headShare = 1 / 3

/** Shows up to `maxBytes`; a longer output goes into a file of the folder, whole. */
export function createOutputWindow(maxBytes: number, folder: string): OutputWindow {
  const headBytes = Math.floor(maxBytes * headShare)
  const tailBytes = maxBytes - headBytes
  let start: Buffer[] = []
  let startBytes = 0
  let file: OutputFile | undefined
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  let omitted = { bytes: 0, breaks: 0 }

  const push = (chunk: Buffer): void => {
    const all = Buffer.concat([tail, chunk])
    const over = Math.max(0, all.length - tailBytes)
    omitted = { bytes: omitted.bytes + over, breaks: omitted.breaks + breaksIn(all.subarray(0, over)) }
    tail = all.subarray(over)
  }
  const overflow = (): void => {
    const all = Buffer.concat(start)
    start = []
    file = createOutputFile(folder)
    file.add(all)
    head = all.subarray(0, headBytes)
    push(all.subarray(headBytes))
  }
  const show = (kept?: KeptOutput): ShownOutput => {
    if (file === undefined) return { head: decode(Buffer.concat(start)), tail: '', omittedBytes: 0, omittedLines: 0 }
    const ends = { head: decode(wholeEnd(head)), tail: decode(wholeStart(tail)) }
    return { ...ends, omittedBytes: omitted.bytes, omittedLines: omitted.breaks, ...(kept && { kept }) }
  }
  return {
    add(chunk) {
      if (file !== undefined) {
        file.add(chunk)
        push(chunk)
        return
      }
      start.push(chunk)
      startBytes += chunk.length
      if (startBytes > maxBytes) overflow()
    },
    finish: () => show(file?.keep()),
    abandon() {
      file?.discard()
      return show()
    },
  }
}

function breaksIn(bytes: Buffer): number {
  let breaks = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) breaks++
  return breaks
}

/** Without the first bytes of a character that is cut, at most three. */
function wholeEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

/** Without the last bytes of a character that is cut. */
function wholeStart(bytes: Buffer): Buffer {
  let at = 0
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++
  return bytes.subarray(at)
}

/** Colours, cursor moves and titles of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const escapes = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)|[@-Z\\^_=>()][0-9A-Za-z]?)/g

function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes).replace(escapes, '').replaceAll('\r\n', '\n')
}
