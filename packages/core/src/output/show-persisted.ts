import { persistedOutput } from '../compaction/reduce/spill.ts'
import type { ContentPart, ToolMessage } from '../message/message.ts'

/** The location of a text kept whole, and how the model reaches it. */
export interface Kept {
  /** The path shown to the model. */
  readonly path: string
  /** Its name in the folder of the conversation. */
  readonly file: string
  readonly howToRead: string
  readonly previewChars: number
}

/** The result with a block in place of its text; the very same result if that would be no shorter. */
export function showPersisted(message: ToolMessage, text: string, kept: Kept): ToolMessage {
  const { path: number, file, howToRead, previewChars } = kept
  const block = persistedOutput(text, { number, howToRead, previewChars })
  if (block.length >= text.length) return message
  const others = message.parts.filter(({ type }) => type !== 'text')
  const parts: readonly ContentPart[] = [{ type: 'text', text: block }, ...others]
  return { ...message, parts, kept: [{ file, chars: block.length }, ...(message.kept ?? [])] }
}
