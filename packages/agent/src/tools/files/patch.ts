import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import type { ToolContext } from '../agent-tool.ts'
import { defineTool } from '../define-tool.ts'
import { countedLines, sized } from '../in-words.ts'
import { locatePath, type ToolPath } from '../locate-path.ts'
import { placeWords } from '../place-words.ts'
import { shownLines } from '../shown-lines.ts'
import { ToolRefusal } from '../tool-refusal.ts'
import { applyEdits, type DoneEdit, type Edit } from './apply-edits.ts'
import { refuseLeftOut } from './left-out.ts'
import { withFile } from './open-file.ts'
import { writeAtomic } from './write-atomic.ts'

/** A larger file is data, not something edited by hand. */
const mostBytes = 20 * 1024 * 1024

const edit = z.strictObject({
  old: z.string().min(1).describe('Text in the file, to the letter, with enough around it to be unique.'),
  new: z.string().describe('What shall stand there instead; empty to remove it.'),
  all: z.boolean().optional().describe('Replace it wherever it stands.'),
})

const input = z.strictObject({
  path: z.string().describe('File, from the root of the workspace.'),
  edits: z.array(edit).min(1).max(100).describe('Made in this order; if one does not fit, none is made.'),
})

/** Changes parts of a file. */
export const patch = defineTool({
  name: 'patch',
  description:
    'Changes parts of a text file of the workspace: each edit replaces a text that stands in it exactly once. The user may be asked first.',
  input,
  limits: { maxChars: 6_000 },
  async propose({ path, edits }, context) {
    for (const { new: text } of edits) refuseLeftOut(text)
    const place = await locatePath(path, context, 'write')
    const { text, told, done } = await edited(place, edits, context)
    return {
      path: place.path,
      question: {
        about: 'files',
        text: [
          `Change ${placeWords(place, path, context)} (${countedLines(edits.length, 'edit')})?`,
          ...done.flatMap(editLines),
        ].join('\n'),
      },
      act: async (signal) => {
        await writeAtomic(place, Buffer.from(text), signal)
        return { text: [`Changed ${place.shown}:`, ...told.map((line) => `- ${line}`)].join('\n') }
      },
    }
  },
})

async function edited(place: ToolPath, edits: readonly Edit[], context: ToolContext) {
  const outcome = applyEdits(await readText(place, context), edits)
  if (outcome.kind === 'refused') throw new ToolRefusal(`${place.shown}: ${outcome.reason}`)
  return outcome
}

/** The text with its byte order mark, if it has one: what is not changed must stay to the byte. */
async function readText(place: ToolPath, context: ToolContext): Promise<string> {
  return withFile(place, context, async (handle, sizeBytes) => {
    if (sizeBytes > mostBytes)
      throw new ToolRefusal(`${place.shown} has ${sized(sizeBytes)}, too much to patch. Change it in the terminal.`)
    const bytes = await handle.readFile()
    if (!isUtf8(bytes) || bytes.includes(0))
      throw new ToolRefusal(`${place.shown} is not UTF-8 text; a patch could damage it. Change it in the terminal.`)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  })
}

function editLines({ places, touched, more }: DoneEdit): readonly string[] {
  return [
    ...(places > 1 ? [`in all ${places} places:`] : []),
    ...touched.flatMap(({ old, new: now }) => [...marked('-', old), ...(now === undefined ? [] : marked('+', now))]),
    ...(more > 0 ? [`⟨the same in ${countedLines(more, 'more place')}⟩`] : []),
  ]
}

function marked(sign: '-' | '+', text: string): readonly string[] {
  return shownLines(text).map((line) => `${sign} ${line}`)
}
