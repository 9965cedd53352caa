import type { Message } from '@palimpsest/core'

/** The two ways in which a result says where its whole is kept. */
const pointers = [
  /^<persisted-output>\n\d+ characters \(\d+ KB\), kept whole as (.+?\.txt)\. /gm,
  /: read_file or search_files with path (.+?\.txt) …\]$/gm,
]

/** Files that a result points at, because it was too long to show. */
export function keptPaths(message: Message): readonly string[] {
  if (message.role !== 'tool') return []
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return pointers.flatMap((pointer) => [...text.matchAll(pointer)].flatMap(([, path]) => path ?? []))
}
