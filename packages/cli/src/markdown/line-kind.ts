/** The kind of a line of markdown, and its text. */
export type LineKind =
  | { readonly kind: 'blank' }
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'fence'; readonly mark: string; readonly language: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'table'; readonly text: string }
  | Running

/** A line whose words can be shown as they come. */
export type Running =
  | { readonly kind: 'item'; readonly indent: number; readonly marker: string; readonly text: string }
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly indent: number; readonly text: string }

/** Reads a line that is complete. */
export function lineKind(line: string): LineKind {
  if (line.trim() === '') return { kind: 'blank' }
  const [, marks, title] = /^ {0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/.exec(line) ?? []
  if (marks !== undefined) return { kind: 'heading', level: marks.length, text: title ?? '' }
  const [, mark, language = ''] = /^\s*(`{3,}|~{3,})\s*([^`]*)$/.exec(line) ?? []
  if (mark !== undefined) return { kind: 'fence', mark, language: language.trim() }
  if (/^ {0,3}([-*_])(?:\s*\1){2,}\s*$/.test(line)) return { kind: 'rule' }
  if (/^\s*\|/.test(line)) return { kind: 'table', text: line }
  return running(line)
}

/** Reads a line that still grows, as soon as its beginning says that it is running text. */
export function lineStart(line: string): Running | undefined {
  if (/^\s*(?:[-*+]|\d{1,9}[.)])\s+[^\s\-*_]/.test(line)) return running(line)
  if (/^\s*>\s*[^\s>]/.test(line)) return running(line)
  if (/^\s*[^\s#`~|>\-*+_\d]/.test(line)) return running(line)
  const isText = /^\s*(?:\*{1,3}[^\s*]|_{1,3}[^\s_]|`{1,2}[^`]|~{1,2}[^~]|[-+][^\s\-+]|\d+[^\d.)]|\d+[.)]\S)/.test(line)
  return isText ? running(line) : undefined
}

function running(line: string): Running {
  const [, space = '', marker, item = ''] = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/s.exec(line) ?? []
  if (marker !== undefined) return { kind: 'item', indent: indentOf(space), marker, text: item }
  const [, quoted] = /^\s*>\s?(.*)$/s.exec(line) ?? []
  if (quoted !== undefined) return { kind: 'quote', text: quoted }
  const [, before = '', text = ''] = /^(\s*)(.*)$/s.exec(line) ?? []
  return { kind: 'paragraph', indent: indentOf(before), text }
}

function indentOf(space: string): number {
  return space.replaceAll('\t', '    ').length
}
