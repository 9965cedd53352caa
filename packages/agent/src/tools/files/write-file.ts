import { lstat } from 'node:fs/promises'
import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import { countedLines, lineCount, sized } from '../in-words.ts'
import { locatePath, type ToolPath } from '../locate-path.ts'
import { placeWords } from '../place-words.ts'
import { contentLines, type Replaced } from './content-lines.ts'
import { refuseLeftOut } from './left-out.ts'
import { refuseSpecial, withFile } from './open-file.ts'
import { writeAtomic } from './write-atomic.ts'

const input = z.strictObject({
  path: z.string().describe('File, from the root of the workspace. Missing folders are made.'),
  content: z.string().describe('All that the file shall hold.'),
})

/** Writes a whole file. */
export const writeFile = defineTool({
  name: 'write_file',
  description:
    'Writes a file of the workspace whole, replacing what is there. To change a part of a file, use patch. The user may be asked first.',
  input,
  limits: { maxChars: 1_000 },
  async propose({ path, content }, context) {
    refuseLeftOut(content)
    const place = await locatePath(path, context, 'write')
    const before = await replaced(place)
    const name = placeWords(place, path, context)
    const asks =
      before === undefined
        ? `Write ${name} (a new file, ${sizes(content)})?`
        : `Replace ${name} (${sizes(content)}; it has ${sized(before.bytes)})?`
    return {
      path: place.path,
      question: { about: 'files', text: [asks, ...contentLines(content, before)].join('\n') },
      act: async (signal) => {
        await writeAtomic(place, Buffer.from(content), signal)
        const was = before === undefined ? 'a new file' : `it had ${sized(before.bytes)}`
        return { text: `Wrote ${place.shown}: ${sizes(content)} (${was}).` }
      },
    }
  },
})

/** A larger file is named by its size and time, rather than compared line by line. */
const mostComparedBytes = 2 * 1024 * 1024

async function replaced(place: ToolPath): Promise<Replaced | undefined> {
  if (!place.exists) return undefined
  const stats = await lstat(place.path)
  refuseSpecial(stats, place)
  const found = { bytes: stats.size, changedAt: stats.mtime }
  if (stats.size > mostComparedBytes) return found
  // What may be written but not read is replaced unseen, and said to be.
  const content = await withFile(place, 'user', (handle) => handle.readFile()).catch(() => undefined)
  return { ...found, ...(content !== undefined && { content }) }
}

function sizes(content: string): string {
  return `${countedLines(lineCount(content), 'line')}, ${countedLines(Buffer.byteLength(content), 'byte')}`
}
