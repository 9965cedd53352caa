import { isUtf8 } from 'node:buffer'
import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import type { ToolLimits } from '../agent-tool.ts'
import { answerRoom, defineTool } from '../define-tool.ts'
import { countedLines, sized } from '../in-words.ts'
import { locatePath } from '../locate-path.ts'
import { ToolRefusal } from '../tool-refusal.ts'
import { withFile } from './open-file.ts'
import { type Lines, readLines } from './read-lines.ts'

/** Reading what was spilled must not spill again. */
const limits: ToolLimits = { maxChars: 50_000, neverSpilled: true }

const input = z.strictObject({
  path: z.string().describe('File, from the root of the workspace.'),
  offset: z.int().min(1).default(1).describe('First line to read, from 1.'),
  limit: z.int().min(1).max(5_000).default(2_000).describe('Most lines.'),
  column: z.int().min(1).default(1).describe('First character of the first line: to go on inside a very long line.'),
  line_numbers: z.boolean().default(false).describe('Put the number and a tab before each line.'),
})

/** Reads a part of a text file. */
export const readFile = defineTool({
  name: 'read_file',
  description:
    'Reads a text file of the workspace, or kept output by the path that was told. A last line in brackets says which lines these are and how to read on; it is not part of the file.',
  input,
  limits,
  async run(wanted, context, signal) {
    const place = await locatePath(wanted.path, context, 'read')
    return withFile(place, context, async (handle, sizeBytes) => {
      await refuseBinary(handle, place.shown, sizeBytes)
      const stretch = {
        line: wanted.offset,
        column: wanted.column,
        maxLines: wanted.limit,
        maxBytes: answerRoom(limits, context),
      }
      const lines = await readLines(handle, stretch, signal)
      if (lines.totalLines === 0) return { text: '[The file is empty.]' }
      if (wanted.offset > lines.totalLines)
        throw new ToolRefusal(
          `${place.shown} has ${countedLines(lines.totalLines, 'line')}; line ${wanted.offset} is past its end.`,
        )
      return { text: print(lines, wanted) }
    })
  },
})

const sniffedBytes = 8_000

async function refuseBinary(handle: FileHandle, shown: string, sizeBytes: number): Promise<void> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0)
  const start = buffer.subarray(0, bytesRead)
  const mark = start.length >= 2 ? start.readUInt16BE(0) : 0
  if (mark === 0xfffe || mark === 0xfeff)
    throw new ToolRefusal(
      `${shown} is UTF-16 text (${sized(sizeBytes)}). Convert it in the terminal: iconv -f utf-16 -t utf-8`,
    )
  if (start.includes(0))
    throw new ToolRefusal(`${shown} is a binary file (${sized(sizeBytes)}); it is not shown as text.`)
}

function print(lines: Lines, { offset, column, line_numbers }: z.output<typeof input>): string {
  const text = new TextDecoder().decode(lines.bytes)
  const isWindows = /\r\n/.test(text) && !/(?:^|[^\r])\n/.test(text)
  const plain = (isWindows ? text.replaceAll('\r\n', '\n') : text).replace(/\n$/, '')
  const shown = plain.split('\n')
  const body = line_numbers ? shown.map((line, at) => `${offset + at}\t${line}`).join('\n') : plain
  const notes = [
    where(lines, { first: offset, last: offset + shown.length - 1, column }),
    ...(isWindows ? ['Lines end in CRLF.'] : []),
    ...(isUtf8(lines.bytes) ? [] : ['Some bytes are not UTF-8; they are shown as \ufffd.']),
    ...(lines.next === undefined && !lines.endsInBreak ? ['No line break at the end.'] : []),
  ]
  return `${body}\n[${notes.join(' ')}]`
}

interface Shown {
  readonly first: number
  readonly last: number
  readonly column: number
}

function where({ next, totalLines, isTotalKnown }: Lines, { first, last, column }: Shown): string {
  const total = `${isTotalKnown ? '' : 'more than '}${countedLines(totalLines, 'line')}`
  if (next === undefined && first === 1 && column === 1) return `All of it: ${total}.`
  const from = column === 1 ? `${first}` : `${first} (from character ${column})`
  const range = first === last ? `Line ${from}` : `Lines ${from} to ${last}`
  if (next === undefined) return `${range} of ${total}: the end.`
  const goOn = next.column === 1 ? `offset ${next.line}` : `offset ${next.line}, column ${next.column}`
  return `${range} of ${total}. Read on with ${goOn}.`
}
