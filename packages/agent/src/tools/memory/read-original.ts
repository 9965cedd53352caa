import { z } from 'zod'
import type { OriginalPage, ToolLimits } from '../agent-tool.ts'
import { answerRoom, defineTool } from '../define-tool.ts'
import { ToolRefusal } from '../tool-refusal.ts'

const limits: ToolLimits = { maxChars: 50_000, neverSpilled: true }

const input = z.strictObject({
  message: z.string().min(1).describe('Number of the message, e.g. "#12", or its id.'),
  offset: z.int().min(0).default(0).describe('First character to read, from 0.'),
  limit: z.int().min(1).max(limits.maxChars).default(20_000).describe('Most characters.'),
})

/** Reads a message of this conversation as it was. */
export const readOriginal = defineTool({
  name: 'read_original',
  description:
    'Reads a message of this conversation to the letter, by its number or id, also when it is summarised, shortened or no longer in view. The first line and the last one, in brackets, are not part of it.',
  input,
  limits,
  async run({ message, offset, limit }, context) {
    const page = await context.archive.readOriginal(
      nameOf(message),
      offset,
      Math.min(limit, answerRoom(limits, context)),
    )
    if (page === undefined)
      throw new ToolRefusal(`This conversation has no message ${message}. Find messages with recall.`)
    if (offset > 0 && offset >= page.totalChars)
      throw new ToolRefusal(`The message has ${page.totalChars} characters; ${offset} is past its end.`)
    return { text: print(page, offset) }
  },
})

/** `12`, `#12` and `message 12` are a place in the conversation; all else is an id. */
function nameOf(text: string): number | string {
  const plain = text.trim().replace(/^message\s+/i, '')
  const number = /^#?(\d{1,9})$/.exec(plain)?.[1]
  return number === undefined ? plain : Number(number)
}

function print({ id, index, role, text, totalChars, nextOffset }: OriginalPage, offset: number): string {
  const name = index === undefined ? `message ${id}` : `#${index}`
  const end = nextOffset ?? totalChars
  const range = offset === 0 && nextOffset === undefined ? `all ${totalChars}` : `${offset} to ${end} of ${totalChars}`
  const goOn = nextOffset === undefined ? 'The end.' : `Read on with offset ${nextOffset}.`
  return `[${name}, ${role}, characters ${range}]\n${text}\n[${goOn}]`
}
