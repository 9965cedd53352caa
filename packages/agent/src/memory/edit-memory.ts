import { redact } from '@palimpsest/core/redact'
import type { MemoryChange } from '../tools/agent-tool.ts'
import { type Entry, entriesOf, entryText, withEntry, withoutEntry } from './entries.ts'
import { findInjected } from './find-injected.ts'
import { tidy } from './tidy.ts'

/** The file's new text, or why it stays as it is. */
export type MemoryEdit =
  | {
      readonly kind: 'edited'
      readonly text: string
      /** The entries that go and come, whole. */
      readonly taken?: string
      readonly put?: string
    }
  | { readonly kind: 'refused'; readonly reason: string }

/** Applies a change to the text of a memory file. Pure, so that it can be applied anew when another process was faster. */
export function editMemory(before: string, change: MemoryChange, maxBytes: number): MemoryEdit {
  // Measured before it is read, so that no text takes long to judge.
  const size = 'text' in change ? Buffer.byteLength(change.text) : 0
  if (size > maxBytes)
    return refused(`The text has ${size} bytes, and all of the file may have ${maxBytes}. Shorten it.`)
  const edit = apply(before, change)
  if (edit.kind === 'refused') return edit
  const bytes = Buffer.byteLength(edit.text)
  if (bytes <= maxBytes || bytes < Buffer.byteLength(before)) return edit
  return refused(tooLarge(before, bytes, maxBytes))
}

function apply(before: string, change: MemoryChange): MemoryEdit {
  switch (change.kind) {
    case 'add': {
      const entry = entryText(change.text)
      const fault = faultIn(entry)
      if (fault) return refused(fault)
      const isThere = entriesOf(before).some(({ text }) => text === entry)
      return { kind: 'edited', text: isThere ? before : withEntry(before, entry), put: entry }
    }
    case 'replace': {
      const entry = entryText(change.text)
      const fault = faultIn(entry)
      if (fault) return refused(fault)
      const old = find(before, change.old)
      if (typeof old === 'string') return refused(old)
      return { kind: 'edited', text: withoutEntry(before, old, entry), taken: old.text, put: entry }
    }
    case 'remove': {
      const old = find(before, change.old)
      if (typeof old === 'string') return refused(old)
      return { kind: 'edited', text: withoutEntry(before, old), taken: old.text }
    }
  }
}

function refused(reason: string): MemoryEdit {
  return { kind: 'refused', reason }
}

function faultIn(entry: string): string | undefined {
  if (entry === '') return 'There is nothing to remember: the text is empty.'
  if (/\p{Cc}/u.test(entry)) return 'The text holds control characters; write it as plain text.'
  const [secret] = Object.keys(redact(entry).found)
  if (secret !== undefined)
    return `The text holds a secret (${secret}), and memory is sent to the provider: note where it is kept instead.`
  const found = findInjected(entry)
  return (
    found &&
    `The text is not kept because ${found.reason} ("${found.excerpt}"). If the user wants it, state the fact in other words.`
  )
}

/** The entry that is meant: the same text, or the only one that contains it. A string says why there is none. */
function find(text: string, written: string): Entry | string {
  const wanted = entryText(written)
  if (wanted === '') return 'Say which entry is meant: give some words of it.'
  const entries = entriesOf(text)
  const same = entries.find((entry) => entry.text === wanted)
  if (same) return same
  const containing = entries.filter((entry) => entry.text.includes(wanted))
  const [only] = containing
  if (only && containing.length === 1) return only
  if (!only) return `No entry contains "${clip(wanted)}". Entries: ${list(entries)}`
  return `${containing.length} entries contain "${clip(wanted)}"; give more of the one you mean: ${list(containing)}`
}

/** The fewest entries that make enough room are the longest ones. */
function tooLarge(before: string, bytes: number, maxBytes: number): string {
  const bySize = entriesOf(tidy(before)).toSorted((a, b) => Buffer.byteLength(b.text) - Buffer.byteLength(a.text))
  const chosen: Entry[] = []
  let over = bytes - maxBytes
  for (const entry of bySize) {
    if (over <= 0) break
    chosen.push(entry)
    over -= Buffer.byteLength(entry.text)
  }
  const advice = chosen.length === 0 ? 'Shorten it.' : `Shorten it, or first remove or merge: ${list(chosen)}`
  return `That would make ${bytes} bytes, and ${maxBytes} are allowed. ${advice}`
}

const mostListed = 12

function list(entries: readonly Entry[]): string {
  if (entries.length === 0) return '(none)'
  const more = entries.length > mostListed ? ` and ${entries.length - mostListed} more` : ''
  return (
    entries
      .slice(0, mostListed)
      .map(({ text }) => `"${clip(text)}"`)
      .join('; ') + more
  )
}

function clip(text: string): string {
  const chars = Array.from(text)
  return chars.length > 60 ? `${chars.slice(0, 60).join('')}…` : text
}
