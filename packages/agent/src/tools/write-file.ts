import { lstat } from 'node:fs/promises'
import { z } from 'zod'
import { defineTool } from './define-tool.ts'
import { inTurn } from './in-turn.ts'
import { counted, lineCount, sized } from './in-words.ts'
import { refuseLeftOut } from './left-out.ts'
import { locate } from './locate.ts'
import { printableLine } from './printable.ts'
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
  question: ({ path, content }) =>
    `Write ${printableLine(path)} (${sizes(content)}), replacing the file if there is one?`,
  check: async ({ path, content }, context) => {
    refuseLeftOut(content)
    await locate(path, context, 'write')
  },
  async run({ path, content }, context, signal) {
    const { path: real } = await locate(path, context, 'write')
    return inTurn(real, async () => {
      const place = await locate(path, context, 'write')
      const before = place.exists ? await lstat(place.path) : undefined
      await writeAtomic(place, Buffer.from(content), signal)
      const was = before === undefined ? 'a new file' : `it had ${sized(before.size)}`
      return { text: `Wrote ${place.shown}: ${sizes(content)} (${was}).` }
    })
  },
})

function sizes(content: string): string {
  return `${counted(lineCount(content), 'line')}, ${counted(Buffer.byteLength(content), 'byte')}`
}
