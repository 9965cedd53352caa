import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { applyEdits, type Edit } from './apply-edits.ts'
import { defineTool } from './define-tool.ts'
import { inTurn } from './in-turn.ts'
import { counted, sized } from './in-words.ts'
import { refuseLeftOut } from './left-out.ts'
import { locate, type Place } from './locate.ts'
import { withFile } from './open-file.ts'
import { printable, printableLine } from './printable.ts'
import { Refusal } from './refusal.ts'
import type { ToolContext } from './tool.ts'
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
  question: ({ path, edits }) => `Change ${printableLine(path)} (${counted(edits.length, 'edit')})?\n${preview(edits)}`,
  check: async ({ path, edits }, context) => {
    for (const { new: text } of edits) refuseLeftOut(text)
    await edited(await locate(path, context, 'write'), edits, context)
  },
  async run({ path, edits }, context, signal) {
    const { path: real } = await locate(path, context, 'write')
    return inTurn(real, async () => {
      const place = await locate(path, context, 'write')
      const { text, told } = await edited(place, edits, context)
      await writeAtomic(place, Buffer.from(text), signal)
      return { text: [`Changed ${place.shown}:`, ...told.map((line) => `- ${line}`)].join('\n') }
    })
  },
})

async function edited(place: Place, edits: readonly Edit[], context: ToolContext) {
  const outcome = applyEdits(await readText(place, context), edits)
  if (outcome.kind === 'refused') throw new Refusal(`${place.shown}: ${outcome.reason}`)
  return outcome
}

/** The text with its byte order mark, if it has one: what is not changed must stay to the byte. */
async function readText(place: Place, context: ToolContext): Promise<string> {
  return withFile(place, context, async (handle, sizeBytes) => {
    if (sizeBytes > mostBytes)
      throw new Refusal(`${place.shown} has ${sized(sizeBytes)}, too much to patch. Change it in the terminal.`)
    const bytes = await handle.readFile()
    if (!isUtf8(bytes) || bytes.includes(0))
      throw new Refusal(`${place.shown} is not UTF-8 text; a patch could damage it. Change it in the terminal.`)
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  })
}

const mostPreviewLines = 24
const mostPreviewChars = 160

function preview(edits: readonly Edit[]): string {
  const lines = edits.flatMap((item) => [
    ...item.old.split('\n').map((line) => `- ${line}`),
    ...(item.new === '' ? [] : item.new.split('\n').map((line) => `+ ${line}`)),
  ])
  const shown = lines.slice(0, mostPreviewLines).map((line) => printable(line.slice(0, mostPreviewChars)))
  const left = lines.length - shown.length
  return [...shown, ...(left > 0 ? [`… ${counted(left, 'more line')}`] : [])].join('\n')
}
