import type { Message, ToolMessage } from '@palimpsest/core'

/** The text that was kept at a path; `undefined` where it is not there any more, or no longer what it was. */
export type ReadKept = (path: string) => Promise<string | undefined>

/** A message as it was before parts of it were too long to show. */
export interface WholeMessage {
  readonly message: Message
  /** Where texts were kept that could not be read; what was shown of them stands in their place. */
  readonly missing: readonly string[]
}

/** A block in place of a whole result. */
const block = /^<persisted-output>\n\d+ characters \(\d+ KB\), kept whole as (.+?\.txt)\. [^\n]*\nIts first \d+ char/
const blockEnd = '\n</persisted-output>'
/** A line in place of the middle of what a command said; what it ended with stands last. */
const middle = /^\[… [^\n]* left out; the whole: read_file or search_files with path (.+?\.txt) …\]$/gm

/** Puts back what was too long to show. */
export async function wholeMessage(message: Message, readKept: ReadKept): Promise<WholeMessage> {
  if (message.role !== 'tool') return { message, missing: [] }
  const missing: string[] = []
  const read = async (path: string) => {
    const text = await readKept(path)
    if (text === undefined) missing.push(path)
    return text
  }
  const parts: ToolMessage['parts'][number][] = []
  for (const part of message.parts)
    parts.push(part.type === 'text' ? { ...part, text: await wholeText(part.text, read) } : part)
  return { message: { ...message, parts }, missing }
}

/** What a command said may have been shortened twice: by its tool, and then because even that was too long. */
async function wholeText(shown: string, readKept: ReadKept): Promise<string> {
  const [, path] = shown.endsWith(blockEnd) ? (block.exec(shown) ?? []) : []
  const text = (path === undefined ? undefined : await readKept(path)) ?? shown
  const [line, ...others] = text.matchAll(middle)
  if (line?.[1] === undefined || others.length > 0) return text
  const output = await readKept(line[1])
  return output === undefined ? text : `${output.replace(/\n$/, '')}${text.slice(text.lastIndexOf('\n['))}`
}
