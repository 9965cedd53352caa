import { lstat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { conversationId, parseQuery, type SessionStore, snippetOf } from '@palimpsest/core'
import { plainPath, ripgrep } from './tools/ripgrep.ts'
import type { KeptHit, KeptHits } from './tools/tool.ts'

/** Where outputs are kept, and the conversation that they belong to. */
export interface KeptPlace {
  readonly store: SessionStore
  readonly conversation: string
  readonly folder: string
}

/** Each is one run over all files, so there is an end to them. */
const mostWords = 12
const mostSnippetChars = 600
/** Of the lines with the longest word, so many are looked at for the other words. */
const mostLines = 200

/** Finds outputs that were too long to show and hold every word of a query, whatever its case. */
export async function searchKept(
  place: KeptPlace,
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<KeptHits> {
  const words = wordsOf(query)
  const all = await filesWith(place.folder, undefined, signal)
  if (words.length === 0 || all.length === 0) return { hits: [], searched: all.length, capped: false }
  let files = all
  for (const word of words) {
    const found = new Set(files.length === 0 ? [] : await filesWith(place.folder, word, signal))
    files = files.filter((file) => found.has(file))
  }
  const hits = await Promise.all(files.slice(0, limit).map((file) => hitIn(place, file, { query, words }, signal)))
  return { hits, searched: all.length, capped: files.length > limit }
}

/** Longest first: it is the rarest, most likely. */
function wordsOf(query: string): readonly string[] {
  const words = [...query.matchAll(/"([^"]+)"|(\S+)/g)].map(([, phrase, word]) => (phrase ?? word ?? '').trim())
  const plain = words.map((word) => word.replace(/^[^\p{L}\p{N}]+$/u, '')).filter((word) => word !== '')
  return [...new Set(plain.length === 0 ? words : plain)].toSorted((a, b) => b.length - a.length).slice(0, mostWords)
}

const always = ['--no-ignore', '--text', '--glob=*.txt']

/** The names of the files that hold a word, or of all. */
async function filesWith(folder: string, word: string | undefined, signal: AbortSignal): Promise<readonly string[]> {
  const names: string[] = []
  const wanted =
    word === undefined ? ['--files'] : ['--files-with-matches', '--fixed-strings', '--ignore-case', `--regexp=${word}`]
  await run(folder, [...wanted, '--sort=path'], (line) => names.push(plainPath(line)) > 0, signal)
  return names
}

interface Asked {
  readonly query: string
  readonly words: readonly string[]
}

async function hitIn(place: KeptPlace, file: string, { query, words }: Asked, signal: AbortSignal): Promise<KeptHit> {
  const best = { line: 1, text: '', found: 0 }
  const [first = ''] = words
  const options = ['--line-number', '--no-filename', `--max-count=${mostLines}`, '--fixed-strings', '--ignore-case']
  const onLine = (said: string): boolean => {
    const at = said.indexOf(':')
    const text = said.slice(at + 1)
    const lower = text.toLowerCase()
    const found = words.filter((word) => lower.includes(word.toLowerCase())).length
    if (found > best.found) Object.assign(best, { line: Number(said.slice(0, at)), text, found })
    return best.found < words.length
  }
  await run(place.folder, [...options, `--glob=${file}`, `--regexp=${first}`], onLine, signal)
  const path = join(place.folder, file)
  const index = await messageOf(place, file)
  const { size: bytes } = await lstat(path)
  const snippet = snippetOf(best.text, parseQuery(query), mostSnippetChars)
  return { path, line: best.line, snippet, bytes, ...(index !== undefined && { index }) }
}

/** The message that shows where the file is. */
async function messageOf({ store, conversation }: KeptPlace, file: string): Promise<number | undefined> {
  const text = `"${basename(file)}"`
  const { hits } = await store.search({ text, conversation: conversationId(conversation), limit: 20 })
  const indexes = hits.filter(({ role }) => role === 'tool').map(({ index }) => index)
  return indexes.length === 0 ? undefined : Math.min(...indexes)
}

async function run(
  folder: string,
  options: readonly string[],
  onLine: (line: string) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const isThere = (await lstat(folder).catch(() => undefined))?.isDirectory() ?? false
  if (!isThere) return
  const place = { path: folder, root: folder, exists: true, shown: folder }
  await ripgrep({ place, options: [...always, ...options], onLine }, signal)
}
