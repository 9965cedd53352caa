import type { FileTouch } from './file-touch.ts'

/** Header lines of the two patch formats in use; `[^\n]` keeps each match on its line. */
const header =
  /^(?:\*\*\* (Add|Update|Delete) File: ([^\n]+)|\*\*\* Move to: ([^\n]+)|--- ([^\n]+)\n\+\+\+ ([^\n]+)|rename to ([^\n]+))$/gm

/** The files that a patch inside a text changes. */
export function patchTouches(text: string): readonly FileTouch[] {
  if (!text.includes('*** ') && !text.includes('+++ ') && !text.includes('rename to ')) return []
  const touches: FileTouch[] = []
  for (const [, verb, named = '', moved, before = '', after = '', renamed] of text.matchAll(header)) {
    const target = moved ?? renamed
    if (target !== undefined) touches.push({ path: target.trim(), touch: 'created' })
    else if (verb !== undefined) touches.push({ path: named.trim(), touch: verbs[verb] ?? 'changed' })
    else touches.push(diffTouch(before, after))
  }
  return touches
}

const verbs: Readonly<Record<string, FileTouch['touch']>> = { Add: 'created', Update: 'changed', Delete: 'deleted' }

function diffTouch(before: string, after: string): FileTouch {
  if (after.startsWith('/dev/null')) return { path: diffPath(before), touch: 'deleted' }
  return { path: diffPath(after), touch: before.startsWith('/dev/null') ? 'created' : 'changed' }
}

/** A diff may put `a/` or `b/` before a path and a time after it. */
function diffPath(text: string): string {
  return text
    .replace(/\t.*$/s, '')
    .trim()
    .replace(/^[abciw]\//, '')
}
