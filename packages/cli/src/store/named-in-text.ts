import type { Message } from '@palimpsest/core/message'

/** The two ways in which a result informs the model where its full text is kept. */
const pointers = [
  /^<persisted-output>\n\d+ characters \(\d+ KB\), kept whole as (.+?\.txt)\. /gm,
  /: read_file or search_files with path (.+?\.txt) …\]$/gm,
]

/**
 * Files that the text of a result names as those of its whole, where it carries nothing else that says so: older versions
 * said it in the text alone. A command can print the same, so this is for people to look at, and nothing follows it.
 */
export function namedInText(message: Message): readonly string[] {
  if (message.role !== 'tool' || message.kept !== undefined) return []
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return pointers.flatMap((pointer) => [...text.matchAll(pointer)].flatMap(([, path]) => path ?? []))
}
